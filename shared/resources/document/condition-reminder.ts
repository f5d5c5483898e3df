/** The day on which people are told of a condition that is not met: the one after its own, once (contract, Notifications). */
import { isDayOver, nextDay } from '../../base/day.ts';
import type { World } from '../../model/resource.ts';
import type { OpenCondition } from './conditions.ts';
import { dateToRemindOf, reminderAheadDays, reminderHorizon } from './review-reminder.ts';
import type { Document } from './shape.ts';

const dayMs = 86_400_000;

type Reminded = Parameters<typeof dateToRemindOf>[0] & Pick<Document, 'conditions_open'>;

/** Conditions of which nobody was told yet. Nobody works by an archived document. */
export function unmetOf({ status, conditions_open: open }: Reminded): readonly OpenCondition[] {
  return status === 'archived' ? [] : (open ?? []).filter(({ due_on: due, told }) => due && !told);
}

/** Whether its day is over, by the clock of the organisation. */
export function isOver({ due_on: due }: OpenCondition, { now, timezone }: Pick<World, 'now' | 'timezone'>): boolean {
  return due != null && isDayOver(due, now, timezone);
}

/** The latest date of those that the calendar has to look at: east of Greenwich a day is over sooner than in UTC. */
export function calendarHorizon(now: string): string {
  return nextDay(reminderHorizon(now));
}

/**
 * The date by which the calendar finds a document: of its review, of which people are told ahead, or of a condition, of which they are told
 * the day after. So this one is put off by both.
 */
export function dateForCalendar(document: Reminded): string | null {
  const days = unmetOf(document).flatMap(({ due_on: due }) => due ?? []);
  const dates = days.map((due) =>
    new Date(Date.parse(due) + (reminderAheadDays + 1) * dayMs).toISOString().slice(0, 10),
  );
  const review = dateToRemindOf(document);
  return [...(review === null ? [] : [review]), ...dates].toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null;
}
