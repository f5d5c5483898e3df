/** The numbers of a permit to work, at their edges. */
import { expect, test } from 'vitest';
import { permitDue, permitDueAt } from '../../shared/resources/permit/calendar.ts';
import { permitSchema, type Permit } from '../../shared/resources/permit/fields.ts';
import { outsideLimits, requireLife, unmetAtClosing, type Reading } from '../../shared/resources/permit/limits.ts';
import { isSame } from '../../shared/resources/permit/people.ts';
import { defaultSettings, settingsSchema } from '../../shared/model/settings.ts';

const readings: readonly (readonly [Reading, boolean])[] = [
  [{ o2_percent: 19.5 }, true],
  [{ o2_percent: 19.49 }, false],
  [{ o2_percent: 23.5 }, true],
  [{ o2_percent: 23.51 }, false],
  [{ lel_percent: 9.99 }, true],
  [{ lel_percent: 10 }, false],
  [{ co_ppm: 19.9 }, true],
  [{ co_ppm: 20 }, false],
  [{ h2s_ppm: 4.9 }, true],
  [{ h2s_ppm: 5 }, false],
  [{ o2_percent: null, lel_percent: 0, co_ppm: 0, h2s_ppm: 0 }, true],
];

test.each(readings)('[PW7] the air of %j is good: %s', (reading, isGood) => {
  expect(outsideLimits(reading).length === 0).toBe(isGood);
});

const lives = [
  ['hot_work', 10],
  ['dig', 24],
  ['confined_space', 12],
  ['lifting', 24],
] as const;

test.each(lives)('[PW5] a permit for %s lasts %i hours and not a second more', (permit_type, hours) => {
  const from = '2026-11-21T06:00:00Z';
  const life = (seconds: number) => (): void =>
    requireLife(
      {
        permit_type,
        valid_from: from,
        valid_to: new Date(Date.parse(from) + hours * 3_600_000 + seconds * 1000).toISOString(),
      },
      defaultSettings,
      '#/valid_to',
    );
  expect(life(0)).not.toThrow();
  expect(life(1)).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/valid_to' })] }));
});

const hot = (more: Partial<Permit>): Permit => ({
  ...permitSchema.parse({ permit_type: 'hot_work' }),
  work_complete_at: '2026-11-21T13:00:00+01:00',
  fire_watch: { started_at: '2026-11-21T12:00:00Z', ended_at: '2026-11-21T13:00:00Z' },
  ...more,
});

test('[PW8] watch and final check count whole minutes from the end of the work', () => {
  const strict = settingsSchema.parse({ permit: { hot_work_final_check_minutes: 120 } });
  expect(unmetAtClosing(hot({}), defaultSettings)).toEqual([]);
  expect(unmetAtClosing(hot({ work_complete_at: '2026-11-21T12:00:01Z' }), defaultSettings)).toEqual([
    { rule: 'hot_work_fire_watch_minutes', required: 60, observed: 59 },
  ]);
  expect(unmetAtClosing(hot({}), strict)).toEqual([
    { rule: 'hot_work_final_check_minutes', required: 120, observed: 0 },
  ]);
  expect(unmetAtClosing(hot({ final_check: { minutes_after_work: 120 } }), strict)).toEqual([]);
  expect(unmetAtClosing(hot({ permit_type: 'dig', fire_watch: null }), strict)).toEqual([]);
});

test('[PW3] a person is the same by id where both have one, else by name', () => {
  expect(isSame({ id: 'a', name: 'J Smith' }, { id: 'b', name: 'J Smith' })).toBe(false);
  expect(isSame({ id: 'A', name: 'Jo' }, { id: 'a', name: 'Josephine' })).toBe(true);
  expect(isSame({ id: 'a', name: 'Jo  Smith' }, { name: ' jo smith' })).toBe(true);
  expect(isSame({ name: 'Jo' }, null)).toBe(false);
});

test('[PW12] a permit is due 30 minutes before its end, at its end, and 30 minutes after it', () => {
  const end = '2026-11-21T14:00:00Z';
  const open: Permit = { ...hot({}), state: 'open', valid_to: end };
  expect(permitDueAt(open)).toBe('2026-11-21T13:30:00.000Z');
  expect(permitDue(open, '2026-11-21T13:29:59.999Z')).toBeNull();
  expect(permitDue(open, '2026-11-21T13:30:00.000Z')).toMatchObject({ args: { of: 'expiring' } });
  expect(permitDue(open, '2026-11-21T14:00:00.000Z')).toEqual({ action: 'expire', args: { at: end } });
  const told: Permit = { ...open, state: 'suspended', reminded: { expiring: end, overdue_close: null } };
  expect(permitDueAt(told)).toBe('2026-11-21T14:00:00.000Z');
  const expired: Permit = { ...told, state: 'expired' };
  expect(permitDue(expired, '2026-11-21T14:29:59.000Z')).toBeNull();
  expect(permitDue(expired, '2026-11-21T14:30:00.000Z')).toMatchObject({ args: { of: 'overdue_close' } });
  expect(permitDueAt({ ...expired, reminded: { expiring: end, overdue_close: end } })).toBeNull();
  expect(permitDueAt({ ...open, state: 'work_complete' })).toBeNull();
});
