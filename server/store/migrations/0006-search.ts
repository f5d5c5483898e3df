/** The search index, and what it knows of the records that are there already. */
import { sql, type Kysely } from 'kysely';
import { searchKinds } from '../../../shared/search.ts';
import type { Engine, SchemaWords } from '../engine.ts';
import { indexRecords } from '../search.ts';
import type { Tables } from '../tables.ts';

export async function search(db: Kysely<unknown>, words: SchemaWords, engine: Engine): Promise<void> {
  await createTables(db, words, engine);
  // What search leaves out is few among many.
  await sql`create index record_archived on record (org_id, id) where status = 'archived'`.execute(db);
  // By the indexer of today: a later migration that changes the index empties it, and takes this line over from here.
  await indexAll(db, engine);
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

async function indexAll(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const { org_id } of await db.selectFrom('feed').select('org_id').execute()) {
    for (let after = ''; ;) {
      const rows = await db
        .selectFrom('record')
        .select(['id', 'kind', 'seq', 'deleted', 'document_id', 'body'])
        .where('org_id', '=', org_id)
        .where('id', '>', after)
        .where('kind', 'in', searchKinds)
        .where('deleted', '=', 0)
        .orderBy('id')
        .limit(1000)
        .execute();
      await indexRecords(db, engine, org_id, rows);
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
}
