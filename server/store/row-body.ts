/** A stored body as JSON, read when somebody first looks at it and then kept with its row: rules and search index look at the same rows. */
import type { JsonObject } from '../../shared/json.ts';

const bodyByRow = new WeakMap<object, JsonObject>();

export function bodyOf(row: { readonly body: string }): JsonObject {
  const known = bodyByRow.get(row);
  if (known) return known;
  const body = JSON.parse(row.body) as JsonObject; // bodies are written by commit() alone, from objects
  bodyByRow.set(row, body);
  return body;
}
