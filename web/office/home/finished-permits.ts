/** Permits whose work is finished, on home until they are closed or cancelled: what is missing for that, and what comes next. */
import {
  checkedMinutes,
  demandedChecks,
  demandedWatch,
  unmetAtClosing,
} from '../../../shared/resources/permit/limits.ts';
import { serverTime } from '../base/clock.ts';
import { since } from '../base/times.ts';
import type { PermitRow, Settings } from '../permits/types.ts';
import { unmetWords } from '../permits/unmet-words.ts';
import { verbs } from '../permits/verbs.ts';
import type { Task } from './task.ts';

/** In the order in which it is done: the first that is missing comes next. */
const steps = [
  { rule: 'hot_work_fire_watch_minutes', next: 'fire watch not done', tone: 'stop' },
  { rule: 'hot_work_check_minutes', next: 'checks after the fire watch', tone: 'care' },
  { rule: 'hot_work_final_check_minutes', next: 'final check', tone: 'care' },
  { rule: 'isolations_reinstated', next: 'isolations', tone: 'plain' },
] as const;
const closing = { rule: '', next: 'to be closed', tone: 'plain' } as const;
const underWay = { rule: '', next: 'fire watch under way', tone: 'care' } as const;

export interface FinishedTasks {
  /** Somebody has to be at the place: what should have been done comes first. */
  readonly watches: readonly Task[];
  readonly unclosed: readonly Task[];
}

export function finishedTasks(permits: readonly PermitRow[], settings: Settings, mayClose: boolean): FinishedTasks {
  const tasks = permits.map((permit) => finishedTask(permit, settings, mayClose));
  const ofTone = (tone: Task['tone']): Task[] => tasks.filter((task) => task.tone === tone);
  return { watches: [...ofTone('stop'), ...ofTone('care')], unclosed: ofTone('plain') };
}

function finishedTask(permit: PermitRow, settings: Settings, mayClose: boolean): Task {
  const { id, permit_number, title, location, fire_watch: watch, work_complete_at: end } = permit;
  const isWatched = Boolean(watch?.started_at && !watch.ended_at);
  const all = unmetAtClosing(permit, settings);
  const missing = steps.flatMap(({ rule }) => all.filter((each) => each.rule === rule));
  const { rule, next, tone } = isWatched ? underWay : (steps.find((step) => step.rule === missing[0]?.rule) ?? closing);
  const from = isWatched ? watch?.started_at : end;
  const isClosed = mayClose && next === closing.next;
  return {
    key: id,
    icon: 'shield-check',
    tone: rule === 'hot_work_check_minutes' && areChecksLate(permit, settings) ? 'stop' : tone,
    what: `${title ?? location ?? 'Permit'}: ${next}`,
    about: [
      permit_number ?? '',
      ...(isWatched
        ? [watch?.fire_watcher?.name ?? '', `${demandedWatch(permit, settings)} min asked for`]
        : missing.map(unmetWords)),
    ],
    when: from ? since(from) : '',
    verb: isClosed ? verbs.close : 'Open',
    href: `/office/permits/${id}${isClosed ? '?do=close' : ''}`,
  };
}

function areChecksLate(permit: PermitRow, settings: Settings): boolean {
  const { until } = checkedMinutes(permit, settings);
  return until !== null && serverTime() > until + demandedChecks(permit, settings).every * 60_000;
}
