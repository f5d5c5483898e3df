/** Who an organisation is, what its tokens are limited to, and when each was last used. Old tokens stay as they were: unlimited. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function identity(db: Kysely<unknown>, { text, integer }: SchemaWords): Promise<void> {
  await sql`alter table feed add column details ${text} not null default '{}'`.execute(db);
  await sql`alter table feed add column revision ${integer} not null default 1`.execute(db);
  await sql`alter table feed add column updated_at ${text}`.execute(db);
  for (const column of [
    'scopes',
    'user_id',
    'ip_allow',
    'prefix',
    'last_characters',
    'created_by',
    'last_used_at',
  ] as const)
    await sql`alter table token add column ${sql.ref(column)} ${text}`.execute(db);
  await sql`create index token_user on token (org_id, user_id) where user_id is not null`.execute(db);
}
