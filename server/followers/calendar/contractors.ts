/** Contractors whose deadline has passed before they handed anything in: told once for each deadline (contract, Contractors, CT8). */
import type { Command } from '../../../shared/model/command.ts';
import type { Submission } from '../../../shared/resources/submission/shape.ts';
import type { CalendarCheck } from './check.ts';

/** More wait for the next round. */
const atOnce = 1000;

export const contractors: CalendarCheck = {
  name: 'contractors',
  due: async ({ db, organisationId, now }) => {
    const rows = await db
      .selectFrom('record')
      .select(['id', 'body'])
      .where('org_id', '=', organisationId)
      .where('kind', '=', 'submission')
      .where('deleted', '=', 0)
      // The deadline that nobody has been told of yet, by the kind's own columns.
      .where('sort_key', '<', now.slice(0, 10))
      .orderBy('sort_key')
      .orderBy('id')
      .limit(atOnce)
      .execute();
    return rows.map(({ id, body }): Command => {
      const { deadline } = JSON.parse(body) as Submission; // a record of kind submission holds a body of its schema
      return { op: 'act', kind: 'submission', id, action: 'tell_overdue', args: { deadline: deadline ?? '' } };
    });
  },
};
