/**
 * The answers of a push in one row, instead of a row for each command. What was answered until now stays where it is, in the table of what
 * is kept of single commands, under another name: a process of before, that runs on for a while, would not find the new answers, and must
 * not give any without them.
 */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function answers(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`alter table mutation rename to kept_mutation`.execute(db);
  await sql`create table answer (
    org_id ${text} not null,
    client_id ${text} not null,
    first_id ${integer} not null,
    answers ${text} not null,
    at ${text} not null,
    primary key (org_id, client_id, first_id),
    foreign key (org_id, client_id) references client (org_id, client_id)
  ) ${strict}`.execute(db);
}
