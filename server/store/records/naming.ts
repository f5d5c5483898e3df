/** Records that name photos or other documents. Few do, so the bodies of the others are not read out. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import { followedKinds } from './followed-exports.ts';

const namingKinds: readonly string[] = ['coshh', 'hazard', 'section', 'version'];
/** As bodies are written; longer text that holds one costs a reading, no more. */
const marks: readonly string[] = ['"photos":[{', '"linked_document_ids":["', '"parent_document_id":"'];

/** Entries and versions of the document. */
export const recordsNaming = preparedRows((db, orgId: string, documentId: string) =>
  db
    .selectFrom('record')
    .select(['version', 'body'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', 'in', anyOf(namingKinds))
    .where('deleted', '=', 0)
    .where((eb) => eb.or(marks.map((mark) => eb(positionIn(db, 'body', sql`${mark}`), '>', 0)))),
);

/**
 * Documents with exports that name, in their working state, a document that changed after this position. It begins with the few that
 * changed.
 */
export const documentsNamingChanged = preparedRows((db, orgId: string, seq: number) =>
  db
    .selectFrom('record as changed')
    .innerJoin('record as file', 'file.org_id', 'changed.org_id')
    .innerJoin('record as naming', (join) =>
      join.onRef('naming.org_id', '=', 'file.org_id').onRef('naming.id', '=', 'file.document_id'),
    )
    .select('naming.id')
    .distinct()
    .where('changed.org_id', '=', orgId)
    .where('changed.seq', '>', seq)
    .where('changed.kind', '=', 'document')
    .where('file.kind', 'in', followedKinds)
    .where('file.deleted', '=', 0)
    .whereRef('naming.id', '!=', 'changed.id')
    .where(positionIn(db, 'naming.body', sql.ref('changed.id')), '>', 0),
);

function positionIn(db: Db, column: string, sought: ReturnType<typeof sql>) {
  const body = sql.ref(column);
  return engineOf(db) === 'sqlite' ? sql<number>`instr(${body}, ${sought})` : sql<number>`strpos(${body}, ${sought})`;
}
