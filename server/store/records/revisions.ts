/** Revisions of records without their bodies: enough to detect changes. */
import { anyOf } from '../engine/clauses.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Revisions of live records: those of these kinds that belong to the document, and those with these ids. Ordered by id. */
export const revisionsOf = preparedRows(
  (db, orgId: string, documentId: string, kinds: readonly string[], ids: readonly string[]) =>
    db
      .selectFrom('record')
      .select(['id', 'kind', 'rev', 'seq', 'version', 'status', 'updated_at'])
      .where('org_id', '=', orgId)
      .where('deleted', '=', 0)
      .where((eb) =>
        eb.or([
          eb.and([eb('document_id', '=', documentId), eb('kind', 'in', anyOf(kinds))]),
          eb('id', 'in', anyOf(ids)),
        ]),
      )
      .orderBy('id'),
);
