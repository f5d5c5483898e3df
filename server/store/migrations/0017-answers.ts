/** The answers of a push in one row, instead of a row for each command. What was answered until now stays where it is. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine.ts';

export async function answers(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
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
