/** What the chip of every screen says, the worst first. */
import { expect, test } from 'vitest';
import { SyncError } from '../../client-sdk/base/sync-error.ts';
import type { Status } from '../../client-sdk/sync/status.ts';
import { defaultSettings } from '../../shared/model/settings.ts';
import { chipOf, isTooSilent, tooSilent } from '../../web/field/base/status.ts';
import { english } from '../../web/field/words/en.ts';

const now = Date.parse('2026-11-24T12:00:00Z');
const idle: Status = {
  phase: 'idle',
  online: true,
  problem: null,
  storage: 'ok',
  persisted: true,
  rows: 1,
  bytes: 1,
  waiting: 0,
  refused: 0,
  photos: 0,
  lastSyncAt: new Date(now).toISOString(),
  lastServerTime: new Date(now).toISOString(),
  clockOffsetMs: 0,
  cursor: '1',
  verifiedAt: null,
  mismatches: 0,
  schema: 'ok',
  grants: null,
  leftOut: [],
};
const heard = (at: number): Partial<Status> => {
  const time = new Date(at).toISOString();
  return { lastSyncAt: time, lastServerTime: time };
};
const daysAgo = (days: number): Partial<Status> => heard(now - days * 86_400_000);
const offline: Partial<Status> = { phase: 'offline', online: false };

const settings = defaultSettings();

test.each<[says: RegExp, status: Partial<Status>, all?: number]>([
  [/^All sent/, {}],
  [/^3 waiting/, { waiting: 3 }],
  [/^Sending 1 of 3/, { phase: 'pushing', waiting: 3 }, 3],
  [/^Sending 2 of 3/, { phase: 'pushing', waiting: 2 }, 3],
  [/^Nothing waits/, { online: false }],
  [/^3 waiting/, { online: false, waiting: 3 }],
  // An old version may be on the tablet, with or without signal.
  [/^Last sent/, { ...offline, ...daysAgo(1), waiting: 4 }],
  [/^No signal · sent/, offline],
  [/^No signal · 4 kept here/, { ...offline, waiting: 4 }],
  [/^Last sent/, daysAgo(1)],
  // Where nothing waits, nothing can be lost.
  [/^All sent/, { persisted: false }],
  [/^Tablet may lose work/, { ...offline, persisted: false, waiting: 4 }],
  [/^Clock 11 min fast/, { persisted: false, waiting: 4, clockOffsetMs: 11 * 60_000 }],
  [/^Not sent for 7 days/, { ...daysAgo(7), clockOffsetMs: 11 * 60_000 }],
  [/^1 needs you/, { ...daysAgo(7), refused: 1 }],
  [/^Tablet full/, { refused: 1, storage: 'full' }],
  [/^This tablet is switched off/, { storage: 'full', problem: new SyncError('unauthorised', 'revoked') }],
])('[WB203] the chip says %s', (says, status, all = status.waiting ?? 0) => {
  expect(chipOf({ ...idle, ...status }, english, now, settings, all).words).toMatch(says);
});

test.each([1, 7, 30])('[WB693] a tablet is too long silent from the %s-th day on, as the organisation says', (days) => {
  const chosen = { ...settings, signoff: { ...settings.signoff, max_silent_days: days } };
  const silentFor = (ms: number): Status => ({ ...idle, ...heard(now - ms) });
  const limit = days * 86_400_000;
  expect(isTooSilent(silentFor(limit - 1), now, chosen)).toBe(false);
  expect(isTooSilent(silentFor(limit), now, chosen)).toBe(true);
});

const hourMs = 3_600_000;

test.each<[says: string, isSilent: boolean, lastSyncAt: number, lastServerTime: number | null]>([
  ['went back by years, as after a flat battery', true, now + 2500 * 24 * hourMs, now + 2500 * 24 * hourMs],
  ['is behind the last contact by more than three hours', true, now + 3 * hourMs + 1, now + 3 * hourMs + 1],
  ['is behind the last contact by three hours', false, now + 3 * hourMs, now + 3 * hourMs],
  ['was ahead at the last contact, and is right now', false, now + 9 * hourMs, now - hourMs],
  ['was days ahead at the last contact, long ago', true, now + 9 * hourMs, now - 30 * 24 * hourMs],
  ['was years behind at the last contact, as it is now', false, now - hourMs, now + 2500 * 24 * hourMs],
  ['went back, and no time of the server is known', true, now + 9 * hourMs, null],
])('[WB719] too long silent is, or is not, a tablet whose clock %s', (_says, isSilent, sync, server) => {
  const lastServerTime = server === null ? null : new Date(server).toISOString();
  const status: Status = { ...idle, lastSyncAt: new Date(sync).toISOString(), lastServerTime };
  expect(isTooSilent(status, now, settings)).toBe(isSilent);
});

test('[WB719] where the clock cannot tell for how long, no number of days is said', () => {
  const status: Status = { ...idle, ...heard(now + 2500 * 24 * hourMs) };
  expect(chipOf(status, english, now, settings)).toMatchObject({ words: 'Clock set back', urgent: true });
  expect(tooSilent(status, now, english)).toBe(english.silentUnknown);
  expect(tooSilent({ ...idle, ...daysAgo(9) }, now, english)).toBe(english.silentTooLong(9));
});

test('[WB683] a wrong clock has the sign of a clock, and is as urgent as what needs a person', () => {
  const chip = chipOf({ ...idle, clockOffsetMs: -11 * 60_000 }, english, now, settings);
  expect(chip).toEqual({ icon: 'clock', words: english.clockOff(11, false), urgent: true });
});
