/** The calendar checks. */
import type { CalendarCheck } from './check.ts';
import type { Command } from '../../../shared/model/command.ts';
import { dueNotices } from '../../../shared/resources/worker/cards.ts';
import type { Worker } from '../../../shared/resources/worker/worker.ts';
import { recordsDue } from '../../store/records/due-records.ts';
import type { Submission } from '../../../shared/resources/submission/shape.ts';
import { permitDue } from '../../../shared/resources/permit/calendar.ts';
import type { Permit } from '../../../shared/resources/permit/fields.ts';
import { calendarHorizon, isOver, unmetOf } from '../../../shared/resources/document/condition-reminder.ts';
import { dateToRemindOf, reminderHorizon } from '../../../shared/resources/document/review-reminder.ts';
import type { Document } from '../../../shared/resources/document/shape.ts';

const dayMs = 86_400_000;

/** Notices of expiring competence cards, at the steps that the organisation has set (contract, Workers). */
const cards: CalendarCheck = {
  name: 'cards',
  due: async ({ db, organisationId, settings, now }) => {
    const steps = settings.certification_expiry_notice_days;
    const horizon = new Date(Date.parse(now) + Math.max(...steps) * dayMs).toISOString().slice(0, 10);
    const rows = await recordsDue(db, organisationId, { kind: 'worker', until: horizon });
    return rows.flatMap(({ id, body }): Command[] => {
      const worker = JSON.parse(body) as Worker; // a record of kind worker holds a body of its schema
      return dueNotices(worker, steps, now).map(({ card_id }) => ({
        op: 'act',
        kind: 'worker',
        id,
        action: 'notify_expiry',
        args: { card_id },
      }));
    });
  },
};

/** Notices of submissions that miss their deadline, once per deadline (contract, Contractors, CT8). */
const contractors: CalendarCheck = {
  name: 'contractors',
  due: async ({ db, organisationId, now }) => {
    // The sort key of a submission is its next deadline without a notice.
    const yesterday = new Date(Date.parse(now) - dayMs).toISOString().slice(0, 10);
    const rows = await recordsDue(db, organisationId, { kind: 'submission', until: yesterday, limit: 1000 });
    return rows.map(({ id, body }): Command => {
      const { deadline } = JSON.parse(body) as Submission; // a record of kind submission holds a body of its schema
      return { op: 'act', kind: 'submission', id, action: 'tell_overdue', args: { deadline: deadline ?? '' } };
    });
  },
};

/** Permits to work that expire soon, have expired, or are overdue for hand-back (contract, Permit to work). */
export const permits: CalendarCheck = {
  name: 'permits',
  due: async ({ db, organisationId, now }) => {
    // The sort key of a permit is the time of its next calendar action.
    const rows = await recordsDue(db, organisationId, { kind: 'permit', until: now, limit: 1000 });
    return rows.flatMap(({ id, body }): Command[] => {
      const due = permitDue(JSON.parse(body) as Permit, now); // a record of kind permit holds a body of its schema
      return due ? [{ op: 'act', kind: 'permit', id, ...due }] : [];
    });
  },
};

/** Reminders of review dates that are near or past, and of conditions whose day is over, once each (contract, Notifications). */
export const documentDates: CalendarCheck = {
  name: 'document-dates',
  due: async ({ db, organisationId, now, timezone }) => {
    // The sort key of a document is the date of the next of them without a reminder.
    const until = calendarHorizon(now);
    const rows = await recordsDue(db, organisationId, { kind: 'document', until, limit: 1000 });
    return rows.flatMap(({ id, body }) => {
      const document = JSON.parse(body) as Document; // a record of kind document holds a body of its schema
      const review = dateToRemindOf(document);
      const isLate = unmetOf(document).some((each) => isOver(each, { now, timezone }));
      const actions = [
        ...(review !== null && review <= reminderHorizon(now) ? ['remind_of_review'] : []),
        ...(isLate ? ['remind_of_conditions'] : []),
      ];
      return actions.map((action): Command => ({ op: 'act', kind: 'document', id, action, args: {} }));
    });
  },
};

export const calendarChecks: readonly CalendarCheck[] = [cards, documentDates, permits, contractors];
