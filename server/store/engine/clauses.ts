/** SQL clauses that several queries share. */
import { sql, type RawBuilder } from 'kysely';

/** Makes an empty list safe for `in`: `in ()` is an error on PostgreSQL, while `in (null)` matches nothing on either engine. */
export function anyOf(values: readonly string[]): readonly (string | null)[] {
  return values.length > 0 ? values : [null];
}

/** For `on conflict do update`: sets these columns to the values of the row that could not be inserted. */
export function overwrite<Column extends string>(columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  const values = columns.map((column) => [column, sql<never>`excluded.${sql.ref(column)}`]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>; // one entry per column
}
