/** An empty list in SQL: `in ()` is an error on PostgreSQL, `in (null)` finds nothing on either engine. */
export function anyOf(values: readonly string[]): readonly (string | null)[] {
  return values.length > 0 ? values : [null];
}
