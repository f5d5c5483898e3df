/** Records of documents without the large members of their bodies: a list of names needs neither ink nor the text of a version. */
import { sql, type RawBuilder } from 'kysely';
import { inChunks } from '../engine/chunks.ts';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

/** By kind: the members, as paths into the body. */
const heavy = {
  signoff: ['signature', 'statement', 'integrity', 'briefing'],
  version: ['content.sections', 'content.hazards', 'content.coshh_assessments'],
} as const;
type HeavyKind = keyof typeof heavy;

interface LightRecord {
  readonly document_id: string | null;
  /** JSON. */
  readonly body: string;
}

/** Live records of one kind, by document and id. */
export async function loadLight(
  db: Db,
  orgId: string,
  documentIds: readonly string[],
  kind: HeavyKind,
): Promise<LightRecord[]> {
  const rows = await inChunks(documentIds, (some) => light[kind](db, orgId, some));
  const place = (row: (typeof rows)[number]): string => `${row.document_id} ${row.id}`;
  return rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

const light = { signoff: prepared('signoff'), version: prepared('version') };

function prepared(kind: HeavyKind) {
  return preparedRows((db, orgId: string, documentIds: readonly string[]) =>
    db
      .selectFrom('record')
      .select(['document_id', 'id', bodyWithout(db, heavy[kind]).as('body')])
      .where('org_id', '=', orgId)
      .where('document_id', 'in', documentIds)
      .where('kind', '=', kind)
      .where('deleted', '=', 0),
  );
}

function bodyWithout(db: Db, paths: readonly string[]): RawBuilder<string> {
  if (engineOf(db) === 'sqlite') return sql`json_remove(body, ${sql.join(paths.map((path) => sql.lit(`$.${path}`)))})`;
  const removals = paths.map((path) => sql`#- ${sql.lit(`{${path.replaceAll('.', ',')}}`)}`);
  return sql`(body::jsonb ${sql.join(removals, sql` `)})::text`;
}
