/** How much room the photos of an organisation take, for its quota. */
import { sql } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import type { Engine } from '../engine/engine.ts';

const member: Readonly<Record<Engine, ReturnType<typeof sql<number>>>> = {
  sqlite: sql<number>`body ->> 'bytes'`,
  postgres: sql<number>`(body::json ->> 'bytes')::bigint`,
};

/** Bytes; a photo that stands on two sites counts twice. */
export async function photoBytes(db: Db, orgId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('record')
    .select(sql<number | string | null>`sum(${member[engineOf(db)]})`.as('bytes'))
    .where('org_id', '=', orgId)
    .where('kind', '=', 'photo')
    .where('deleted', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
