/** Of what a section holds in rows, those that are not in another value of it, a line each. */
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import { linesOf } from '../base/content.ts';

export function changedLines(value: Json, other: Json): string {
  const others = rowsOf(other);
  return rowsOf(value)
    .filter((line) => !others.includes(line))
    .join('\n');
}

function rowsOf(value: Json): readonly string[] {
  return isJsonObject(value) ? linesOf({ data: value }) : []; // no other object is written on a tablet
}
