/** What SQLite can do for a query of RxDB: it knows documents by their id, and the values of their indexed fields. */
import type { SQLInputValue } from 'node:sqlite';
import type { RxQueryPlan } from 'rxdb/plugins/core';

/** Sorts behind every other text. */
const last = '\u{10ffff}';

/** The key of a document: its id, or one that is marked, because SQLite's text is UTF-8 and cannot hold half a surrogate pair. */
export function keyOf(id: string): string {
  return id.isWellFormed() && !id.startsWith(last) ? id : last + JSON.stringify(id);
}

/** What SQLite indexes for an index of RxDB; empty if it is of no use. */
export function indexed(fields: readonly string[], primaryPath: string): string[] {
  if (fields.includes('_meta.lwt')) return [];
  return fields.filter((field) => field !== '_deleted' && field !== primaryPath && /^\w+$/.test(field)).map(valueOf);
}

/** A condition that leaves out no document of the plan, with its values; undefined = every document. */
export function narrowed(
  { index, startKeys, endKeys }: RxQueryPlan,
  primaryPath: string,
): { readonly condition: string; readonly values: readonly SQLInputValue[] } | undefined {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  for (const [i, field] of index.entries()) {
    const [start, end] = [startKeys[i] as unknown, endKeys[i] as unknown];
    if (field === primaryPath && (isAscii(start) || isAscii(end))) {
      conditions.push(`id >= ? AND (id <= ? OR id >= '${last}')`);
      values.push(isAscii(start) ? start : '', isAscii(end) ? end : last);
    } else if (isAscii(start) && start === end) {
      conditions.push(`${valueOf(field)} = ?`);
      values.push(start);
    }
  }
  return conditions.length > 0 ? { condition: conditions.join(' AND '), values } : undefined;
}

function valueOf(field: string): string {
  return `json_extract(body, '$.${field}')`;
}

/** Such a text, which is no open end of RxDB's either, is compared with any other as in JavaScript. */
function isAscii(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
}
