/** What the chip of every screen says, the worst first. */
import { expect, test } from 'vitest';
import { SyncError } from '../../client-sdk/base/sync-error.ts';
import type { Status } from '../../client-sdk/sync/status.ts';
import { defaultSettings } from '../../shared/model/settings.ts';
import { chipOf, isTooSilent } from '../../web/field/base/status.ts';
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
  clockOffsetMs: 0,
  cursor: '1',
  verifiedAt: null,
  mismatches: 0,
  schema: 'ok',
  grants: null,
  leftOut: [],
};
const daysAgo = (days: number): Partial<Status> => ({ lastSyncAt: new Date(now - days * 86_400_000).toISOString() });
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
  const silentFor = (ms: number): Status => ({ ...idle, lastSyncAt: new Date(now - ms).toISOString() });
  const limit = days * 86_400_000;
  expect(isTooSilent(silentFor(limit - 1), now, chosen)).toBe(false);
  expect(isTooSilent(silentFor(limit), now, chosen)).toBe(true);
});

test('[WB683] a wrong clock has the sign of a clock, and is as urgent as what needs a person', () => {
  const chip = chipOf({ ...idle, clockOffsetMs: -11 * 60_000 }, english, now, settings);
  expect(chip).toEqual({ icon: 'clock', words: english.clockOff(11, false), urgent: true });
});
