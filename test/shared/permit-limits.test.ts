/** The numbers of a permit to work, at their edges. */
import { expect, test } from 'vitest';
import { permitDue, permitDueAt } from '../../shared/resources/permit/calendar.ts';
import { permitSchema, type Permit, type Someone } from '../../shared/resources/permit/fields.ts';
import { outsideLimits, requireLife, unmetAtClosing, type Reading } from '../../shared/resources/permit/limits.ts';
import {
  holderOf,
  isSame,
  requireIssuer,
  requireOther,
  requireOutsider,
} from '../../shared/resources/permit/people.ts';
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
      defaultSettings(),
      '#/valid_to',
    );
  expect(life(0)).not.toThrow();
  expect(life(1)).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/valid_to' })] }));
});

const hot = (more: Partial<Permit>): Permit => ({
  ...permitSchema().parse({ permit_type: 'hot_work', closing_check_minutes: 0 }),
  work_complete_at: '2026-11-21T13:00:00+01:00',
  fire_watch: { started_at: '2026-11-21T12:00:00Z', ended_at: '2026-11-21T13:00:00Z' },
  ...more,
});

test('[PW8] watch and final check count whole minutes from the end of the work', () => {
  const strict = settingsSchema().parse({ permit: { hot_work_final_check_minutes: 120 } });
  expect(unmetAtClosing(hot({}), defaultSettings())).toEqual([]);
  expect(unmetAtClosing(hot({ work_complete_at: '2026-11-21T12:00:01Z' }), defaultSettings())).toEqual([
    { rule: 'hot_work_fire_watch_minutes', required: 60, observed: 59 },
  ]);
  expect(unmetAtClosing(hot({}), strict)).toEqual([
    { rule: 'hot_work_final_check_minutes', required: 120, observed: 0 },
  ]);
  expect(unmetAtClosing(hot({ final_check: { minutes_after_work: 120 } }), strict)).toEqual([]);
  expect(unmetAtClosing(hot({ permit_type: 'dig', fire_watch: null }), strict)).toEqual([]);
});

/** Checks at so many seconds after the fire watch, which ended at 13:00. */
const checked = (seconds: readonly number[], more: Partial<Permit> = {}): Permit =>
  hot({
    closing_check_minutes: null,
    closing_checks: seconds.map((after) => ({
      checked_at: new Date(Date.parse('2026-11-21T13:00:00Z') + after * 1000).toISOString(),
    })),
    ...more,
  });
const [twenty, over] = [20 * 60 + 59, 21 * 60];

test.each([
  ['none', [], {}, 0],
  ['every 20 minutes and 59 seconds', [twenty, 2 * twenty, 3 * twenty], {}, null],
  ['one a second too late', [over, over + twenty, over + 2 * twenty], {}, 41],
  ['one too late, and as many after it', [over, over + 1200, over + 2400, over + 3600], {}, null],
  ['for 59 minutes', [1200, 2400, 59 * 60 + 59], {}, 59],
  ['in the order of arrival', [3600, 1200, 2400], {}, null],
  ['before the watch had ended', [-600, -60], {}, 0],
  ['every half hour, where the permit says so', [1800, 3600], { closing_check_every_minutes: 30 }, null],
  ['for three hours, where the permit says so', [1200, 2400, 3600], { closing_check_minutes: 180 }, 60],
] as const)('[PW21] checks after the fire watch: %s', (_title, seconds, more, missing) => {
  const required = 'closing_check_minutes' in more ? more.closing_check_minutes : 60;
  expect(unmetAtClosing(checked(seconds, more), defaultSettings())).toEqual(
    missing === null ? [] : [{ rule: 'hot_work_check_minutes', required, observed: missing }],
  );
});

test('[PW21] a longer watch counts as checks; without a watch, none are due', () => {
  const started_at = '2026-11-21T12:00:00Z';
  const watched = (ended_at: string | null) => ({ fire_watch: { started_at, ended_at } });
  const open = (permit: Permit) =>
    unmetAtClosing(permit, defaultSettings()).map(({ rule, observed }) => [rule, observed]);
  expect(open(checked([], watched('2026-11-21T13:59:00Z')))).toEqual([['hot_work_check_minutes', 59]]);
  expect(open(checked([], watched('2026-11-21T14:00:00Z')))).toEqual([]);
  expect(open(checked([1200, 2400, 3600], watched(null)))).toEqual([
    ['hot_work_fire_watch_minutes', 0],
    ['hot_work_check_minutes', 0],
  ]);
  // Before the end of the work no minute is one after it.
  const early = { ...watched('2026-11-21T13:00:00Z'), work_complete_at: '2026-11-21T13:39:00Z' };
  expect(open(checked([1200, 2400], early))).toEqual([
    ['hot_work_fire_watch_minutes', 0],
    ['hot_work_check_minutes', 1],
  ]);
  const dig = { permit_type: 'dig', fire_watch: null, work_complete_at: '2026-11-21T13:00:00Z' } as const;
  expect(open(checked([], dig))).toEqual([]);
  expect(open(checked([1200], { ...dig, closing_check_minutes: 30 }))).toEqual([['hot_work_check_minutes', 20]]);
});

test('[PW3] a person is the same by id where both have one, else by name', () => {
  expect(isSame({ id: 'a', name: 'J Smith' }, { id: 'b', name: 'J Smith' })).toBe(false);
  expect(isSame({ id: 'A', name: 'Jo' }, { id: 'a', name: 'Josephine' })).toBe(true);
  expect(isSame({ id: 'a', name: 'Jo  Smith' }, { name: ' jo smith' })).toBe(true);
  expect(isSame({ name: 'Jo' }, null)).toBe(false);
});

test('[PW38] people of a permit are told apart by employer where an id is missing', () => {
  const of = (employer_name: string | null, id: string | null = null) => ({ id, name: 'Jan Novák', employer_name });
  const permit: Permit = { ...hot({}), authorised_by: of('Acme'), accepted_by: of('Bolt', 'b') };
  const mayExtend = (who: Someone) => () => requireOther(who, holderOf(permit), 'no');
  expect(mayExtend(of('Acme'))).not.toThrow();
  expect(mayExtend(of('Bolt'))).toThrow('no');
  expect(mayExtend(of(null))).toThrow('no');
  expect(mayExtend(of('Bolt', 'c'))).not.toThrow();
  expect(() => requireIssuer(permit, of('Bolt'), 'resumes')).toThrow('Only the issuer');
  expect(() => requireIssuer(permit, of('ACME '), 'resumes')).not.toThrow();
  expect(() => requireOutsider(permit, of('Cole'))).not.toThrow();
  expect(() => requireOutsider(permit, of('Acme', 'a'))).toThrow('neither issued nor held');
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
