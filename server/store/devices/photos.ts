/** Storage used by the files of an organisation, for its quotas. */
import { sql } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedFirst } from '../engine/prepared.ts';

/** Bytes; a photo on two sites counts twice. */
export async function fileBytes(db: Db, orgId: string, kind: 'photo' | 'export'): Promise<number> {
  return Number((await sum(db, orgId, kind))?.bytes ?? 0);
}

const sum = preparedFirst((db, orgId: string, kind: string) => {
  const bytes = engineOf(db) === 'sqlite' ? sql`body ->> 'bytes'` : sql`(body::json ->> 'bytes')::bigint`;
  return db
    .selectFrom('record')
    .select(sql<number | string | null>`sum(${bytes})`.as('bytes'))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('deleted', '=', 0);
});
