/** Table definitions for both engines from one text, in the words of SQLite. */
import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Runs statements that an empty line separates. PostgreSQL gets its own words: `text` compares byte by byte on both engines, whatever the
 * locale of the database; `integer` has 64 bits on both; `strict` makes SQLite check types, which PostgreSQL always does.
 */
export async function define(db: Kysely<unknown>, engine: Engine, statements: string): Promise<void> {
  const text =
    engine === 'sqlite'
      ? statements
      : statements
          .replaceAll(/\btext\b/g, 'text collate "C"')
          .replaceAll(/\binteger\b/g, 'bigint')
          .replaceAll(/\) strict$/gm, ')');
  for (const statement of text.trim().split(/\n\s*\n/)) await sql.raw(statement).execute(db);
}
