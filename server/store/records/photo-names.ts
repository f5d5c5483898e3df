/** Records of a document that name photos. Few do, so the bodies of the others are not read out. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import { engineOf } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

const namingKinds: readonly string[] = ['hazard', 'section', 'version'];
/** As bodies are written; longer text that holds it costs a reading, no more. */
const mark = '"photos":[{';

export const recordsNamingPhotos = preparedRows((db, orgId: string, documentId: string) => {
  const place = engineOf(db) === 'sqlite' ? sql<number>`instr(body, ${mark})` : sql<number>`strpos(body, ${mark})`;
  return db
    .selectFrom('record')
    .select(['version', 'body'])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', 'in', anyOf(namingKinds))
    .where('deleted', '=', 0)
    .where(place, '>', 0);
});
