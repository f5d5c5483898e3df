/** Permits to work that expire soon, have expired, or are overdue for hand-back (contract, Permit to work). */
import type { Command } from '../../../shared/model/command.ts';
import { permitDue } from '../../../shared/resources/permit/calendar.ts';
import type { Permit } from '../../../shared/resources/permit/fields.ts';
import { recordsDue } from '../../store/records/due-records.ts';
import type { CalendarCheck } from './check.ts';

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
