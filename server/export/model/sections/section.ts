/** A section as blocks: its body, its typed data by shape (shared/resources/section.ts), and its other members. */
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { facts, heading, paragraph, point } from '../make.ts';
import { isList, leftovers, objectOf, objectsOf, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { checklist } from './checklist.ts';
import { markdown } from './markdown.ts';
import { withMore } from './more.ts';
import { ppeList } from './ppe-list.ts';
import { quiz } from './quiz.ts';
import { recordTable } from './record-table.ts';
import { steps } from './steps.ts';
import { grid } from './grid.ts';

export function section(record: JsonObject): readonly Block[] {
  const body = typeof record['body'] === 'string' ? markdown(record['body']) : [];
  const blocks = [...body, ...typedData(record['data']), ...rest(record)];
  return [
    heading(1, textOf(record['title']) || labelOf(textOf(record['section_type'])) || 'Untitled section'),
    ...(blocks.length > 0 ? blocks : [paragraph('Nothing has been entered in this section.', 'muted')]),
  ];
}

function typedData(data: Json | undefined): readonly Block[] {
  if (data === null || data === undefined) return [];
  if (typeof data === 'string') return markdown(data);
  if (isList(data)) return items(data, {});
  const members = objectOf(data);
  return [
    ...(isList(members['entries']) ? keyValues(objectsOf(members['entries'])) : []),
    ...(isList(members['columns']) || isList(members['rows']) ? grid(members) : []),
    ...(isList(members['items']) ? items(members['items'], members) : []),
    ...facts('More about this section', leftovers(members, ['entries', 'columns', 'rows', 'items', 'pass_mark'])),
  ];
}

/** The members of its entries tell the kind of a list, because stored data does not repeat the section type. */
function items(entries: readonly Json[], data: JsonObject): readonly Block[] {
  const records = objectsOf(entries);
  const some = (member: string): boolean => records.some((record) => record[member] !== undefined);
  if (entries.length === 0) return [];
  if (entries.every((entry) => typeof entry !== 'object'))
    return [{ kind: 'list', points: entries.map((entry) => point(plain(entry))) }];
  if (some('question')) return quiz(records, data);
  if (some('response')) return checklist(records);
  if (some('specification') || some('when')) return ppeList(records);
  if (some('text')) return steps(records);
  return recordTable(records);
}

/** `{entries: [{key, value}]}`: facts side by side. */
function keyValues(entries: readonly JsonObject[]): readonly Block[] {
  return facts(
    'Details',
    entries.map((entry) => [
      labelOf(textOf(entry['key'])),
      withMore([textOf(entry['value'])], leftovers(entry, ['key', 'value'])),
    ]),
  );
}

function rest(record: JsonObject): readonly Block[] {
  return facts('More about this section', leftovers(record, ['section_type', 'title', 'body', 'data']));
}
