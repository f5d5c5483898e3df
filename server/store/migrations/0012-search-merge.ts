/**
 * How the search index tidies itself up on SQLite. By FTS5's own settings an edit costs three times what it does now: it merges as soon as
 * a tenth of a segment stands for words that were replaced, and every edit of a text replaces its words. Half is soon enough.
 */
import { sql, type Kysely } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';

export async function searchMerge(db: Kysely<unknown>, _words: SchemaWords, engine: Engine): Promise<void> {
  if (engine !== 'sqlite') return;
  await sql`insert into search_text (search_text, rank) values ('deletemerge', 50)`.execute(db);
  await sql`insert into search_text (search_text, rank) values ('automerge', 8)`.execute(db);
}
