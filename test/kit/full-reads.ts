/** Finds statements that read a whole large table, by the plans that SQLite makes of them. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../../server/store/engine/db.ts';

const large = ['record', 'event', 'audit', 'command', 'delivery'];
/** Indexes of few: what was refused, held or archived. */
const few = /\b(command_refused|delivery_held|record_archived)\b/;
/** Read from end to end, or by the organisation alone. */
const full = /^SCAN (\w+)|^SEARCH (\w+) USING .*\(org_id=\?\)$/;

/** The first rows in the order of an index. */
const isShort = /^select min\(|order by "seq" limit \?$/;

/** Of these statements, the ones that read all of a large table, with what SQLite says of them. */
export async function fullReads(db: Db, statements: Iterable<string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const text of statements) {
    if (!/^(select|with|insert|update|delete)\b/.test(text) || isShort.test(text)) continue;
    const nulls = Array.from({ length: text.split('?').length - 1 }, () => null);
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, nulls));
    const lines = rows.map(({ detail }) => detail).filter((line) => isFull(text, line));
    if (lines.length > 0) found.set(text, lines);
  }
  return found;
}

function isFull(text: string, line: string): boolean {
  if (few.test(line)) return false;
  const [, scanned, searched] = full.exec(line) ?? [];
  const name = scanned ?? searched ?? '';
  return large.some((table) => name === table || text.includes(`"${table}" as "${name}"`));
}
