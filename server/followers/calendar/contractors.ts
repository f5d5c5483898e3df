/** Notices of submissions that miss their deadline, once per deadline (contract, Contractors, CT8). */
import type { Command } from '../../../shared/model/command.ts';
import type { Submission } from '../../../shared/resources/submission/shape.ts';
import { recordsDue } from '../../store/records/due-records.ts';
import type { CalendarCheck } from './check.ts';

const dayMs = 86_400_000;

export const contractors: CalendarCheck = {
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
