/** Records of a shape without a layout, such as media: a table of all their members. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { type Column, facts, table } from '../make.ts';
import { leftovers, plain, shownMembers } from '../read.ts';
import { labelOf, timeOf } from '../words.ts';

/** With a `timezone`, timestamps print as local times; without one, values print unchanged. */
export function recordTable(records: readonly JsonObject[], timezone?: string): readonly Block[] {
  const shown = (words: string): string => (timezone === undefined ? words : timeOf(words, timezone));
  const names = [...new Set(records.flatMap((record) => shownMembers(record).map(([name]) => name)))];
  if (names.length === 0) return [];
  if (names.length > 5)
    return records.flatMap((record) =>
      facts(
        'Details',
        leftovers(record, []).map(([name, words]) => [name, shown(words)] as const),
      ),
    );
  return [
    table(
      names.map(labelOf).join(', '),
      records,
      names.map((name): Column<JsonObject> => [labelOf(name), 1, (record) => shown(plain(record[name]))]),
      { rowHeader: false },
    ),
  ];
}
