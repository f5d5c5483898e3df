/** Documents whose review date is near or past: people are reminded once for each date (contract, Notifications). */
import type { Command } from '../../../shared/model/command.ts';
import { reminderHorizon } from '../../../shared/resources/document/review-reminder.ts';
import type { CalendarCheck } from './check.ts';

/** More wait for the next round. */
const atOnce = 1000;

export const reviewDates: CalendarCheck = {
  name: 'review-dates',
  due: async ({ db, organisationId, now }) => {
    const rows = await db
      .selectFrom('record')
      .select('id')
      .where('org_id', '=', organisationId)
      .where('kind', '=', 'document')
      .where('deleted', '=', 0)
      // Of a document, the date that nobody was reminded of.
      .where('sort_key', '<=', reminderHorizon(now))
      .orderBy('sort_key')
      .orderBy('id')
      .limit(atOnce)
      .execute();
    return rows.map(({ id }): Command => ({ op: 'act', kind: 'document', id, action: 'remind_of_review', args: {} }));
  },
};
