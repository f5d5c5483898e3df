/** The two engines, and the words in which their schemas differ. */
import { sql, type RawBuilder } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

export interface SchemaWords {
  /** Compared byte by byte on both engines, whatever the locale of the database. */
  readonly text: RawBuilder<unknown>;
  /** 64 bits on both engines. */
  readonly integer: RawBuilder<unknown>;
  /** Ends a table: SQLite checks the types of values only in strict tables. */
  readonly strict: RawBuilder<unknown>;
}

export const schemaWords: Readonly<Record<Engine, SchemaWords>> = {
  sqlite: { text: sql.raw('text'), integer: sql.raw('integer'), strict: sql.raw('strict') },
  postgres: { text: sql.raw('text collate "C"'), integer: sql.raw('bigint'), strict: sql.raw('') },
};
