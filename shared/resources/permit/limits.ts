/** The limits of a permit to work: its duration, gas readings, and the requirements for closing it. */
import { checkedMs } from '../../model/closing-checks.ts';
import { Problem } from '../../model/problem.ts';
import type { Settings } from '../../model/settings.ts';
import { invalid } from '../../model/validation.ts';
import type { Permit } from './fields.ts';

/** That one act names. */
export const mostActPhotos = 20;

const hourMs = 3_600_000;

/** Throws if the end is before the start, or later than the permit's type allows. `pointer` = the field at fault. */
export function requireLife(
  { permit_type: type, valid_from: from, valid_to: to }: Pick<Permit, 'permit_type' | 'valid_from' | 'valid_to'>,
  { permit: { max_duration_hours: hours } }: Settings,
  pointer: string,
): void {
  if (!from || !to) return;
  const lastsMs = Date.parse(to) - Date.parse(from);
  const most = (Object.hasOwn(hours, type) ? hours[type] : hours['default']) ?? 24;
  if (lastsMs <= 0) throw invalid([{ pointer, code: 'too_small', detail: 'must be later than valid_from' }]);
  if (lastsMs > most * hourMs)
    throw invalid([
      { pointer, code: 'too_big', detail: `must be at most ${most} ${most === 1 ? 'hour' : 'hours'} after valid_from` },
    ]);
}

/** Throws `permit_not_valid` if `at` is outside the validity; the end is exclusive. */
export function requireValidAt({ valid_from: from, valid_to: to }: Permit, at: string): void {
  if (from && Date.parse(at) < Date.parse(from)) throw new Problem('permit_not_valid', `It is valid from ${from}.`);
  if (to && Date.parse(at) >= Date.parse(to)) throw new Problem('permit_not_valid', `It was valid to ${to}.`);
}

export type Reading = Pick<Permit['atmosphere_tests'][number], 'o2_percent' | 'lel_percent' | 'co_ppm' | 'h2s_ppm'>;

/** The readings outside the limits, in words; empty = none. */
export function outsideLimits({ o2_percent: o2, lel_percent: lel, co_ppm: co, h2s_ppm: h2s }: Reading): string[] {
  return [
    ...(isGiven(o2) && (o2 < 19.5 || o2 > 23.5) ? [`oxygen ${o2} %`] : []),
    ...(isGiven(lel) && lel >= 10 ? [`flammable gas ${lel} % of the lower explosive limit`] : []),
    ...(isGiven(co) && co >= 20 ? [`carbon monoxide ${co} ppm`] : []),
    ...(isGiven(h2s) && h2s >= 5 ? [`hydrogen sulphide ${h2s} ppm`] : []),
  ];
}

/** Whole minutes of fire watch after the end of the work; null until the watch has ended. */
export function watchedMinutes(watch: Permit['fire_watch'], workCompleteAt: string | null): number | null {
  if (!watch?.started_at || !watch.ended_at) return null;
  const from = Math.max(Date.parse(watch.started_at), workCompleteAt ? Date.parse(workCompleteAt) : 0);
  return minutesBetween(from, Date.parse(watch.ended_at));
}

/** What was watched or waited for ends now at the latest: minutes that a clock ahead claims have not passed. Both RFC 3339. */
export function notAfter(at: string, now: string): string {
  return Date.parse(at) > Date.parse(now) ? now : at;
}

export function minutesBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / 60_000));
}

/** Minutes of fire watch; 0 = not required. */
export function demandedWatch(
  { permit_type: type, fire_watch: watch }: Pick<Permit, 'permit_type' | 'fire_watch'>,
  { permit: settings }: Settings,
): number {
  return Math.max(type === 'hot_work' ? settings.hot_work_fire_watch_minutes : 0, watch?.required_minutes ?? 0);
}

/** What says whether a permit may be closed. */
type AfterWork = Pick<
  Permit,
  | 'permit_type'
  | 'isolations'
  | 'fire_watch'
  | 'work_complete_at'
  | 'closing_check_minutes'
  | 'closing_check_every_minutes'
  | 'closing_checks'
  | 'final_check'
>;

/** Minutes of fire watch, and minutes from the end of the work to the final check; 0 = not required. */
export function demandedMinutes(
  permit: Pick<Permit, 'permit_type' | 'fire_watch' | 'final_check'>,
  settings: Settings,
): { readonly watch: number; readonly check: number } {
  const { permit_type: type, final_check: check } = permit;
  return {
    watch: demandedWatch(permit, settings),
    check: Math.max(
      type === 'hot_work' ? settings.permit.hot_work_final_check_minutes : 0,
      check?.required_minutes ?? 0,
    ),
  };
}

/** Checks after the fire watch: for how many minutes, and how far apart at most. The permit says it, else the settings. */
export function demandedChecks(
  {
    permit_type: type,
    closing_check_minutes: minutes,
    closing_check_every_minutes: every,
  }: Pick<Permit, 'permit_type' | 'closing_check_minutes' | 'closing_check_every_minutes'>,
  { permit: settings }: Settings,
): { readonly minutes: number; readonly every: number } {
  return {
    minutes: minutes ?? (type === 'hot_work' ? settings.hot_work_check_minutes : 0),
    every: every ?? settings.hot_work_check_every_minutes,
  };
}

/**
 * Minutes after the fire watch under checks: each time between two of them that is not too long, and what the watch lasted longer than
 * demanded. `until` = the end of the last time that counts or began, ms since 1970; null until the watch has ended.
 */
export function checkedMinutes(
  permit: Omit<AfterWork, 'isolations'>,
  settings: Settings,
): { readonly minutes: number; readonly until: number | null } {
  const { fire_watch: watch, work_complete_at: end, closing_checks: checks = [] } = permit;
  const { watch: least } = demandedMinutes(permit, settings);
  const { every } = demandedChecks(permit, settings);
  const begun = Date.parse((watch ? watch.ended_at : least === 0 ? end : null) ?? '');
  if (Number.isNaN(begun)) return { minutes: 0, until: null };
  const start = Math.max(begun, Date.parse(end ?? '') || begun);
  const longer = Math.max(0, (watchedMinutes(watch, end) ?? 0) - least);
  const times = checks.map(({ checked_at: at }) => Date.parse(at ?? ''));
  const { ms, until } = checkedMs(start, times, every);
  return { minutes: longer + minutesBetween(0, ms), until };
}

/** When the fire watch that is under way has lasted as long as it must, ms since 1970; null = none is, or the work goes on. */
export function watchDoneAt(permit: Omit<AfterWork, 'isolations'>, settings: Settings): number | null {
  const { fire_watch: watch, work_complete_at: end } = permit;
  if (!watch?.started_at || watch.ended_at || !end) return null;
  const since = Math.max(Date.parse(watch.started_at), Date.parse(end));
  return since + demandedMinutes(permit, settings).watch * 60_000;
}

/** By when the next check after the fire watch has to be made, ms since 1970; null = none has. */
export function checkDueAt(permit: Omit<AfterWork, 'isolations'>, settings: Settings): number | null {
  const { minutes: all, every } = demandedChecks(permit, settings);
  const { minutes: checked, until } = checkedMinutes(permit, settings);
  return until === null || checked >= all ? null : until + every * 60_000;
}

export type Unmet = { readonly rule: string; readonly required: number; readonly observed: number };

/** Requirements that still prevent closing the permit. */
export function unmetAtClosing(permit: AfterWork, settings: Settings): Unmet[] {
  const { isolations, fire_watch: watch, final_check: check, work_complete_at: end } = permit;
  const demanded = demandedMinutes(permit, settings);
  const all: readonly Unmet[] = [
    {
      rule: 'isolations_reinstated',
      required: isolations.length,
      observed: isolations.filter(({ reinstated_at: at }) => at).length,
    },
    { rule: 'hot_work_fire_watch_minutes', required: demanded.watch, observed: watchedMinutes(watch, end) ?? 0 },
    {
      rule: 'hot_work_check_minutes',
      required: demandedChecks(permit, settings).minutes,
      observed: checkedMinutes(permit, settings).minutes,
    },
    { rule: 'hot_work_final_check_minutes', required: demanded.check, observed: check?.minutes_after_work ?? 0 },
  ];
  return all.filter(({ required, observed }) => observed < required);
}

function isGiven(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
