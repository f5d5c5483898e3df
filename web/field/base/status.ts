/** What the chip of every screen says about sending, and how urgent it is. */
import type { Status } from '../../../client-sdk/sync/status.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Words } from '../words/en.ts';
import { clockLimitMs } from './clock.ts';
import { moment } from './times.ts';

export interface Chip {
  readonly icon: IconName;
  readonly words: string;
  readonly urgent?: boolean;
}

const dayMs = 86_400_000;
/** A clock may be put right by hours; one that is further behind the last contact has lost the time, as after a flat battery. */
const setBackMs = 3 * 3_600_000;

/** The worst first. `now` = by the clock of the tablet; `all` = how many began to be sent. */
export function chipOf(status: Status, words: Words, now: number, settings: Settings, all = status.waiting): Chip {
  const { problem, storage, persisted, refused, waiting, lastSyncAt, clockOffsetMs: offset, online, phase } = status;
  const alert = (text: string, icon: IconName = 'triangle-alert'): Chip => ({ icon, words: text, urgent: true });
  if (problem?.fault === 'unauthorised') return alert(words.switchedOff, 'octagon-x');
  if (storage === 'full') return alert(words.full, 'octagon-x');
  if (refused > 0) return alert(words.needsYou(refused));
  const silent = silentDays(status, now);
  if (silent === null) return alert(words.clockSetBack, 'clock');
  if (isTooSilent(status, now, settings)) return alert(words.silentDays(silent));
  if (offset !== null && Math.abs(offset) > clockLimitMs)
    return alert(words.clockOff(Math.round(Math.abs(offset) / 60_000), offset > 0), 'clock');
  if (phase === 'pushing' && waiting > 0)
    return { icon: 'arrow-up', words: words.sendingNow(Math.max(1, all - waiting + 1), Math.max(all, waiting)) };
  // Only what waits is on this tablet alone.
  if (persisted === false && waiting > 0) return alert(words.mayLoseWork);
  // The server has not answered yet since the app was opened.
  if (phase === 'idle' && !online && !problem && lastSyncAt !== null && silent === 0)
    return { icon: 'clock', words: waiting > 0 ? words.waiting(waiting) : words.nothingWaits };
  const ahead = offset ?? 0;
  const sent = lastSyncAt === null ? null : moment(Date.parse(lastSyncAt) - ahead, now - ahead);
  if (silent >= 1 && sent !== null) return alert(words.lastSent(sent));
  if (!online && lastSyncAt !== null && phase !== 'pulling')
    return {
      icon: 'cloud-off',
      words: waiting > 0 ? words.keptHere(waiting) : sent === null ? words.noSignalNever : words.noSignal(sent),
    };
  if (waiting > 0) return { icon: 'clock', words: words.waiting(waiting) };
  return sent === null
    ? { icon: 'clock', words: words.notYetSent }
    : { icon: 'check-check', words: words.allSent(sent) };
}

/** Whole days since the server was last heard; null = the clock of the tablet was set back, so nobody can tell. */
export function silentDays({ lastSyncAt, lastServerTime }: Status, now: number): number | null {
  if (lastSyncAt === null) return 0;
  const byTablet = now - Date.parse(lastSyncAt);
  if (byTablet >= 0) return Math.floor(byTablet / dayMs);
  // It may have been ahead then, and be right by now.
  const byServer = now - Date.parse(lastServerTime ?? lastSyncAt);
  return byServer < -setBackMs ? null : Math.max(0, Math.floor(byServer / dayMs));
}

/** For so long that it may hold an old version: nobody is briefed before it hears from the server. */
export function isTooSilent(status: Status, now: number, { signoff }: Settings): boolean {
  return (silentDays(status, now) ?? Infinity) >= signoff.max_silent_days;
}

/** What is said where it is too long silent. */
export function tooSilent(status: Status, now: number, words: Words): string {
  const days = silentDays(status, now);
  return days === null ? words.silentUnknown : words.silentTooLong(days);
}
