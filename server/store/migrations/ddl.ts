/** Table definitions for both engines from one source, written in SQLite's dialect. */
import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Runs statements separated by empty lines, translated for PostgreSQL. On both engines, `text` compares byte by byte, independent of the
 * database locale, and `integer` has 64 bits. `strict` makes SQLite check types, as PostgreSQL always does; `without rowid` stores a table in
 * the order of its key there, so that the key has no index beside it.
 */
export async function define(db: Kysely<unknown>, engine: Engine, statements: string): Promise<void> {
  const text =
    engine === 'sqlite'
      ? statements
      : statements
          .replaceAll(/\btext\b/g, 'text collate "C"')
          .replaceAll(/\binteger\b/g, 'bigint')
          .replaceAll(/\) strict(, without rowid)?$/gm, ')');
  for (const statement of text.trim().split(/\n\s*\n/)) await sql.raw(statement).execute(db);
}
