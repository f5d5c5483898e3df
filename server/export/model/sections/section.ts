/** A section as blocks: its body, its typed data by shape (shared/resources/section.ts), and its other members. */
import { isJsonObject, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { boxes, facts, heading, identified, paragraph, point } from '../make.ts';
import { photoBlocks } from '../photos/photo-parts.ts';
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

/** `isCompact`: facts, answers and equipment side by side, for a form that is to fit its page. `hasAnswers`: the briefer's copy. */
export function section(record: JsonObject, isCompact = false, hasAnswers = false): readonly Block[] {
  const body = typeof record['body'] === 'string' ? markdown(record['body']) : [];
  const blocks = [
    ...body,
    ...typedData(record['data'], { isCompact, hasAnswers }),
    ...rest(record),
    ...photoBlocks(record, isCompact),
  ];
  return identified(record, [
    heading(1, textOf(record['title']) || labelOf(textOf(record['section_type'])) || 'Untitled section'),
    ...(blocks.length > 0 ? blocks : [paragraph('Nothing has been entered in this section.', 'muted')]),
  ]);
}

interface Look {
  readonly isCompact: boolean;
  readonly hasAnswers: boolean;
}

function typedData(data: Json | undefined, look: Look): readonly Block[] {
  if (data === null || data === undefined) return [];
  if (typeof data === 'string') return markdown(data);
  if (isList(data)) return items(data, {}, look);
  const members = objectOf(data);
  return [
    ...['columns', 'entries', 'rows', 'items'].flatMap((name) => foreign(members[name])),
    ...(isList(members['entries']) ? keyValues(objectsOf(members['entries']), look.isCompact) : []),
    ...(isList(members['columns']) || isList(members['rows']) ? grid(members) : []),
    ...(isList(members['items']) ? items(members['items'], members, look) : []),
    ...facts('More about this section', leftovers(members, ['entries', 'columns', 'rows', 'items', 'pass_mark'])),
  ];
}

/** What should be a list, in the words that another program gave it. */
function foreign(value: Json | undefined): readonly Block[] {
  if (value === undefined || value === null || isList(value)) return [];
  return isJsonObject(value) ? facts('Details', leftovers(value, [])) : markdown(plain(value));
}

/** The members of its entries tell the kind of a list, because stored data does not repeat the section type. */
function items(entries: readonly Json[], data: JsonObject, look: Look): readonly Block[] {
  const { isCompact } = look;
  const records = objectsOf(entries);
  const some = (member: string): boolean => records.some((record) => record[member] !== undefined);
  if (entries.length === 0) return [];
  if (entries.every((entry) => typeof entry !== 'object'))
    return isCompact && entries.length <= 3 && entries.every((entry) => String(entry).length < 40)
      ? [paragraph(entries.map(plain).join('  ·  '))]
      : [{ kind: 'list', points: entries.map((entry) => point(plain(entry))) }];
  if (some('question')) return quiz(records, data, look);
  if (some('response')) return checklist(records, isCompact);
  if (some('specification') || some('when')) return ppeList(records, isCompact);
  if (some('text')) return steps(records);
  return recordTable(records);
}

/** `{entries: [{key, value}]}`: facts side by side. */
function keyValues(entries: readonly JsonObject[], isCompact: boolean): readonly Block[] {
  const pairs = entries.map(
    (entry) =>
      [labelOf(textOf(entry['key'])), withMore([textOf(entry['value'])], leftovers(entry, ['key', 'value']))] as const,
  );
  const isShort = pairs.length > 3 && entries.every((entry) => plain(entry['value']).length < 60);
  return isCompact ? boxes('Details', pairs, isShort ? Math.min(5, pairs.length) : 3) : facts('Details', pairs);
}

function rest(record: JsonObject): readonly Block[] {
  return facts('More about this section', leftovers(record, ['section_type', 'title', 'body', 'data', 'photos']));
}
