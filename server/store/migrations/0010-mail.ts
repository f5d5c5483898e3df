/** E-mails as a queue: when each is due, who is sending it, what became of it, and the link that is made when it is sent. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function mailQueue(db: Kysely<unknown>, { text, integer }: SchemaWords): Promise<void> {
  await sql`alter table mail add column attempts ${integer} not null default 0`.execute(db);
  for (const column of [
    'due_at',
    'lease_token',
    'lease_until',
    'failed_at',
    'failure',
    'link_to',
    'link_bound_to',
  ] as const)
    await sql`alter table mail add column ${sql.ref(column)} ${text}`.execute(db);
  await sql`update mail set due_at = created_at`.execute(db);
  await sql`drop index mail_unsent`.execute(db);
  await sql`create index mail_due on mail (due_at) where sent_at is null and failed_at is null`.execute(db);
}
