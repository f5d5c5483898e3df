/** Reminders of review dates that are near or past, once per date (contract, Notifications). */
import type { Command } from '../../../shared/model/command.ts';
import { reminderHorizon } from '../../../shared/resources/document/review-reminder.ts';
import { recordsDue } from '../../store/records/due-records.ts';
import type { CalendarCheck } from './check.ts';

export const reviewDates: CalendarCheck = {
  name: 'review-dates',
  due: async ({ db, organisationId, now }) => {
    // The sort key of a document is its next review date without a reminder.
    const until = reminderHorizon(now);
    const rows = await recordsDue(db, organisationId, { kind: 'document', until, limit: 1000 });
    return rows.map(({ id }): Command => ({ op: 'act', kind: 'document', id, action: 'remind_of_review', args: {} }));
  },
};
