/**
 * Which schema an organisation's records have (contract, Schema evolution): all of them are brought up to date together. And photos that
 * devices have sent (contract, Files of devices): what became of each file, and which commands still wait for theirs.
 */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function evolution(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`alter table feed add column record_schema ${integer} not null default 1`.execute(db);
  await sql`create table sent_file (
    org_id ${text} not null references feed (org_id),
    sha256 ${text} not null,
    photo ${text} not null,
    at ${text} not null,
    primary key (org_id, sha256)
  ) ${strict}`.execute(db);
  await sql`create table deferral (
    org_id ${text} not null references feed (org_id),
    sha256 ${text} not null,
    client_id ${text} not null,
    mutation_id ${integer} not null,
    schema_version ${integer} not null,
    actor ${text} not null,
    primary key (org_id, sha256, client_id, mutation_id)
  ) ${strict}`.execute(db);
}
