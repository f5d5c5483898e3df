/** The answers given under an Idempotency-Key, for callers that ask again. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function idempotency(db: Kysely<unknown>, { text, strict }: SchemaWords): Promise<void> {
  await sql`create table idempotency (
    org_id ${text} not null references feed (org_id),
    scope ${text} not null,
    fingerprint ${text} not null,
    reply ${text} not null,
    created_at ${text} not null,
    primary key (org_id, scope)
  ) ${strict}`.execute(db);
  await sql`create index idempotency_by_age on idempotency (org_id, created_at)`.execute(db);
}
