/** Clauses that several queries share. */
import { sql, type RawBuilder } from 'kysely';

/** An empty list in SQL: `in ()` is an error on PostgreSQL, `in (null)` finds nothing on either engine. */
export function anyOf(values: readonly string[]): readonly (string | null)[] {
  return values.length > 0 ? values : [null];
}

/** For `on conflict do update`: these columns take the values of the row that was not inserted. */
export function overwrite<Column extends string>(columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  const values = columns.map((column) => [column, sql<never>`excluded.${sql.ref(column)}`]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>; // one entry a column
}
