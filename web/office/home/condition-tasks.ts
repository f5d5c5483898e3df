/** Documents in force whose approval has a condition that is not met although its day is over: the work waits for it. */
import { dayIn, daysBetween } from '../../../shared/base/day.ts';
import type { Coverage } from '../base/coverage.ts';
import { serverTimeIso } from '../base/clock.ts';
import { onDay } from '../base/times.ts';
import type { Task } from './task.ts';

/** The longest overdue first. `timezone` = of the organisation; `mayMark` = the reader may say that it is met. */
export function conditionTasks(
  documents: readonly Coverage[],
  timezone: string | null,
  mayMark: boolean,
): readonly Task[] {
  const today = dayIn(serverTimeIso(), timezone);
  return documents
    .flatMap((document) => {
      const late = (document.conditions_open ?? [])
        .flatMap(({ condition, due_on: due }) => (due !== null && due < today ? [{ condition, due }] : []))
        .toSorted((a, b) => a.due.localeCompare(b.due));
      const [first] = late;
      return first ? [{ document, first, count: late.length }] : [];
    })
    .toSorted((a, b) => a.first.due.localeCompare(b.first.due))
    .map(({ document: { id, title, reference, current_approved_version: version }, first, count }) => ({
      key: `condition ${id}`,
      icon: 'triangle-alert',
      tone: 'stop',
      what: `${count === 1 ? 'Condition' : `${count} conditions`} not met: ${title}`,
      about: [reference ?? '', version === null ? '' : `version ${version}`, `was due ${onDay(first.due)}`],
      when: lateBy(first.due, today),
      verb: mayMark ? 'Mark as met' : 'Open',
      href: `/office/documents/${id}${mayMark ? `?condition=${first.condition}&of=${version}&say=met` : ''}`,
      isNext: mayMark,
    }));
}

function lateBy(due: string, today: string): string {
  const days = daysBetween(due, today);
  return days === 1 ? '1 day late' : `${days} days late`;
}
