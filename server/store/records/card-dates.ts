/** The people with competence cards that a document and its versions name: a print marks a card that has expired. */
import { sql } from 'kysely';
import { engineOf } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

/** `people`: JSON, of a version a list, of the draft (`version` null) one person. */
export const peopleWithCards = preparedRows((db, orgId: string, documentId: string) => {
  const isSqlite = engineOf(db) === 'sqlite';
  const frozen = isSqlite
    ? sql<string>`json_extract(body, '$.content.personnel')`
    : sql<string>`(body::jsonb #> '{content,personnel}')::text`;
  const mark = '"expires_on":"';
  return db
    .selectFrom('record')
    .select(['version', sql<string | null>`case kind when 'version' then ${frozen} else body end`.as('people')])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', 'in', ['version', 'personnel'])
    .where('deleted', '=', 0)
    .where(isSqlite ? sql<number>`instr(body, ${mark})` : sql<number>`strpos(body, ${mark})`, '>', 0);
});
