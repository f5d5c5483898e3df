/** The reminder that a document’s review date is near: made by the passing of time, once for each date (contract, Notifications). */
import * as z from 'zod';
import { systemActorId } from '../../model/access.ts';
import { Problem } from '../../model/problem.ts';
import type { Action } from '../../model/resource.ts';
import type { Document } from './shape.ts';

const aheadMs = 14 * 86_400_000;

export const reviewReminder = {
  remind_of_review: {
    args: z.object({}),
    run: (before, _args, world) => {
      if (world.actor.id !== systemActorId)
        throw new Problem('forbidden', 'People are reminded of a review date by the server alone.');
      const due = dateToRemindOf(before);
      if (due === null || due > reminderHorizon(world.now))
        throw new Problem('invalid_transition', 'There is no review date to remind of.');
      return { after: { ...before, review_reminded_for: due } };
    },
  },
} satisfies Readonly<Record<string, Action<Document>>>;

/** The review date that nobody was reminded of yet. An archived document is reviewed no more. */
export function dateToRemindOf({
  status,
  review_due_on: due,
  review_reminded_for: reminded,
}: Pick<Document, 'status' | 'review_due_on' | 'review_reminded_for'>): string | null {
  return due && due !== reminded && status !== 'archived' ? due : null;
}

/** The last date of which people are reminded at `now` (RFC 3339). */
export function reminderHorizon(now: string): string {
  return new Date(Date.parse(now) + aheadMs).toISOString().slice(0, 10);
}
