/** The reminder of a document’s review date: triggered by time, once for each date (contract, Notifications). */
import * as z from 'zod';
import { systemActorId } from '../../model/access.ts';
import { Problem } from '../../model/problem.ts';
import type { Action } from '../../model/resource.ts';
import type { Document } from './shape.ts';
import { once } from '../../base/once.ts';

export const reminderAheadDays = 14;

export const reviewReminder = {
  remind_of_review: {
    args: once(() => z.object({})),
    run: (before, _args, world) => {
      if (world.actor.id !== systemActorId) throw new Problem('forbidden', 'Only the server sends review reminders.');
      const due = dateToRemindOf(before);
      if (due === null || due > reminderHorizon(world.now))
        throw new Problem('invalid_transition', 'No review reminder is due.');
      return { after: { ...before, review_reminded_for: due } };
    },
  },
} satisfies Readonly<Record<string, Action<Document>>>;

/** The review date of which no one was reminded yet. Archived documents are not reviewed. */
export function dateToRemindOf({
  status,
  review_due_on: due,
  review_reminded_for: reminded,
}: Pick<Document, 'status' | 'review_due_on' | 'review_reminded_for'>): string | null {
  return due && due !== reminded && status !== 'archived' ? due : null;
}

/** The latest review date of which people are reminded at `now` (RFC 3339). */
export function reminderHorizon(now: string): string {
  return new Date(Date.parse(now) + reminderAheadDays * 86_400_000).toISOString().slice(0, 10);
}
