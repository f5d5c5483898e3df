/** The search index; what it knows of the records that are there already, it learns by following their feed (0016). */
import { sql, type Kysely } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';

export async function search(db: Kysely<unknown>, words: SchemaWords, engine: Engine): Promise<void> {
  await createTables(db, words, engine);
  // What search leaves out is few among many.
  await sql`create index record_archived on record (org_id, id) where status = 'archived'`.execute(db);
}

async function createTables(
  db: Kysely<unknown>,
  { text, integer, strict }: SchemaWords,
  engine: Engine,
): Promise<void> {
  const onSqlite = engine === 'sqlite';
  // No foreign key: checking it at the commit took longer than all the rest, and what is found is read from `record` again.
  // The unique key has the id first: else SQLite would read all rows of the organisation instead of those that hold the words.
  await sql`create table search (
    ${onSqlite ? sql`place integer primary key not null,` : sql``}
    org_id ${text} not null,
    id ${text} not null,
    kind ${text} not null,
    holder_id ${text} not null,
    seq ${integer} not null,
    ${onSqlite ? sql`unique (id, org_id)` : sql`words tsvector not null, primary key (org_id, id)`}
  ) ${strict}`.execute(db);
  // The ascii tokenizer leaves all letters beyond ASCII alone: the words come folded. Without content, since records have it.
  if (onSqlite)
    await sql`create virtual table search_text using fts5 (
      reference, title, body, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
    )`.execute(db);
  else await sql`create index search_words on search using gin (words)`.execute(db);
}
