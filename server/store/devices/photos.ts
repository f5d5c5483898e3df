/** Storage used by the photos of an organisation, for its quota. */
import { sql } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedFirst } from '../engine/prepared.ts';

/** Bytes; a photo on two sites counts twice. */
export async function photoBytes(db: Db, orgId: string): Promise<number> {
  return Number((await sum(db, orgId))?.bytes ?? 0);
}

const sum = preparedFirst((db, orgId: string) => {
  const bytes = engineOf(db) === 'sqlite' ? sql`body ->> 'bytes'` : sql`(body::json ->> 'bytes')::bigint`;
  return db
    .selectFrom('record')
    .select(sql<number | string | null>`sum(${bytes})`.as('bytes'))
    .where('org_id', '=', orgId)
    .where('kind', '=', 'photo')
    .where('deleted', '=', 0);
});
