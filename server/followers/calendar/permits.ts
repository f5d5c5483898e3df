/** Permits to work that are near their end, have run out, or have run out and are not handed back (contract, Permit to work). */
import type { Command } from '../../../shared/model/command.ts';
import { permitDue } from '../../../shared/resources/permit/calendar.ts';
import type { Permit } from '../../../shared/resources/permit/fields.ts';
import { toRecord } from '../../commit/record-rows.ts';
import type { CalendarCheck } from './check.ts';

/** More wait for the next round. */
const atOnce = 1000;

export const permits: CalendarCheck = {
  name: 'permits',
  due: async ({ db, organisationId, now }) => {
    const rows = await db
      .selectFrom('record')
      .selectAll()
      .where('org_id', '=', organisationId)
      .where('kind', '=', 'permit')
      // Of a permit, the time from which the calendar has something to do with it.
      .where('sort_key', '<=', now)
      .orderBy('sort_key')
      .orderBy('id')
      .limit(atOnce)
      .execute();
    return rows.map(toRecord).flatMap(({ id, body }): Command[] => {
      const due = permitDue(body as unknown as Permit, now); // a record of kind permit holds a body of its schema
      return due ? [{ op: 'act', kind: 'permit', id, ...due }] : [];
    });
  },
};
