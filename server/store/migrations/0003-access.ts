/** Who may speak to the server, and how far it has taken each device's ordered commands. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function access(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`create table token (
    org_id ${text} not null references feed (org_id),
    id ${text} not null,
    hash ${text} not null unique,
    name ${text} not null,
    role ${text} not null,
    actor_id ${text} not null,
    actor_name ${text} not null,
    created_at ${text} not null,
    expires_at ${text},
    revoked_at ${text},
    primary key (org_id, id)
  ) ${strict}`.execute(db);

  await sql`create table client (
    org_id ${text} not null references feed (org_id),
    client_id ${text} not null,
    last_mutation_id ${integer} not null,
    seen_at ${text} not null,
    primary key (org_id, client_id)
  ) ${strict}`.execute(db);

  await sql`create table mutation (
    org_id ${text} not null,
    client_id ${text} not null,
    mutation_id ${integer} not null,
    status ${text} not null,
    result ${text} not null,
    command ${text},
    at ${text} not null,
    primary key (org_id, client_id, mutation_id),
    foreign key (org_id, client_id) references client (org_id, client_id)
  ) ${strict}`.execute(db);
  await sql`create index mutation_refused on mutation (org_id, at) where status = 'refused'`.execute(db);
}
