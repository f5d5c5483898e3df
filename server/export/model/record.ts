/** A record without a layout (a permit, a POWRA, an unknown member): facts first, then its lists. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Block, Cell } from './blocks.ts';
import { cell, facts, heading, point } from './make.ts';
import { isList, leftovers, plain, shownMembers } from './read.ts';
import { recordTable } from './sections/record-table.ts';
import { labelOf, timeOf } from './words.ts';

/** `codes` names the members whose values are codes to print in words. */
export function recordBlocks(record: JsonObject, codes: readonly string[], timezone: string): readonly Block[] {
  const members = shownMembers(record);
  const lists = members.filter(([, value]) => isRecordList(value));
  const single = members.filter(([, value]) => !isRecordList(value));
  return [
    ...facts(
      'Details',
      single.map(([name, value]) => [labelOf(name), shownValue(name, value)] as const),
    ),
    ...lists.flatMap(([name, value]) => [
      heading(2, labelOf(name)),
      ...recordTable(isList(value) ? value.filter(isJsonObject) : [], timezone),
    ]),
  ];

  function shownValue(name: string, value: Json): Cell {
    if (isJsonObject(value) && !('name' in value)) {
      return cell(
        ...leftovers(value, []).map(([label, words]) =>
          point([{ text: `${label}: `, bold: true }, { text: timeOf(words, timezone) }]),
        ),
      );
    }
    const words = plain(value);
    return cell(codes.includes(name) ? labelOf(words) : timeOf(words, timezone));
  }
}

/** Lists of people (`[{id, name}]`) print on one line among the facts. */
function isRecordList(value: Json): boolean {
  return (
    isList(value) && value.some((entry) => isJsonObject(entry) && shownMembers(entry).some(([name]) => name !== 'name'))
  );
}
