/** Storage used by the files of an organisation, for its quotas. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedFirst } from '../engine/prepared.ts';

/** Kinds of records that have a file. */
export const kindsWithFile = { photo: ['photo'], export: ['export', 'project_export'] } as const;

/** Bytes; a photo on two sites counts twice. */
export async function fileBytes(db: Db, orgId: string, kind: 'photo' | 'export'): Promise<number> {
  return Number((await sum(db, orgId, kindsWithFile[kind]))?.bytes ?? 0);
}

const sum = preparedFirst((db, orgId: string, kinds: readonly string[]) => {
  const bytes = engineOf(db) === 'sqlite' ? sql`body ->> 'bytes'` : sql`(body::json ->> 'bytes')::bigint`;
  return db
    .selectFrom('record')
    .select(sql<number | string | null>`sum(${bytes})`.as('bytes'))
    .where('org_id', '=', orgId)
    .where('kind', 'in', anyOf(kinds))
    .where('deleted', '=', 0);
});
