/** By what key a device is known under its name: whoever has another one may neither push under it nor read what was answered there. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function clientKeys(db: Kysely<unknown>, { text }: SchemaWords): Promise<void> {
  await sql`alter table client add column key_hash ${text}`.execute(db);
}
