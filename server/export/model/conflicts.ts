/** What a draft does not decide (rule EX53): the fields that two people changed differently, with both values. */
import { removal } from '../../../shared/merge/merge.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { controls } from './hazards.ts';
import { cell, heading, point, table, text } from './make.ts';
import { languageName } from './personnel.ts';
import type { Printed } from './printed.ts';
import { isList, objectsOf, plain, shownMembers, textOf } from './read.ts';
import { labelOf } from './words.ts';

const title = 'Not decided yet';

/** A notice on page one, and the values at the end. */
export function withConflicts(blocks: readonly Block[], printed: Printed): readonly Block[] {
  const open = (printed.input.conflicts ?? []).filter(isPrinted);
  const [first, ...rest] = blocks;
  if (open.length === 0 || !first) return blocks;
  const count = open.length === 1 ? 'One field holds' : `${open.length} fields hold`;
  const notice = `${count} two values, because two people changed it at the same time. Do not work to either of them before somebody has decided: see “${title}” at the end.`;
  return [
    first,
    { kind: 'callout', tone: 'notice', title, parts: [text(notice)] },
    ...rest,
    heading(1, title),
    table('Fields with two values', open, [
      ['Field', 20, (conflict) => where(conflict, printed)],
      ['Printed in this draft', 40, (conflict) => sideOf(conflict, true, printed)],
      ['The other value', 40, (conflict) => sideOf(conflict, false, printed)],
    ]),
  ];
}

/** Not what no export prints, such as a mobile number or a place in a list. */
function isPrinted({ field }: JsonObject): boolean {
  return field === removal || shownMembers({ [textOf(field)]: 'any' }).length > 0;
}

function where({ record_kind: kind, record_id: id, field }: JsonObject, { input, ...lists }: Printed): Cell {
  const entries = [...lists.sections, ...lists.hazards, ...lists.substances, ...lists.people];
  const entry = entries.find((each) => each['id'] === id);
  const name = textOf(entry?.['name'] ?? entry?.['title'] ?? entry?.['substance_name']);
  return cell(
    text(field === removal ? 'Whether it stays' : labelOf(textOf(field)), 'strong'),
    text(
      id === input.document.id ? 'This document' : [labelOf(textOf(kind)), name].filter(Boolean).join(': '),
      'muted',
    ),
  );
}

/** The record holds one of the two values until somebody decides. */
function sideOf(conflict: JsonObject, isHeld: boolean, { input }: Printed): Cell {
  const { theirs = null, mine = null, kept, field, author } = conflict;
  const isMine = (kept === 'mine') === isHeld;
  const value = isMine ? mine : theirs;
  const by = isMine ? plain(author) : '';
  const shown = input.include?.quiz_answers ? value : withoutAnswers(value);
  const said = field !== removal ? valueParts(textOf(field), shown) : [text(value === null ? 'Taken out' : 'Kept')];
  return cell(...said, by ? text(`Written by ${by}`, 'muted') : null);
}

/** A list of records has a point for each, so that the two can be compared. */
function valueParts(field: string, value: Json): readonly Part[] {
  const records = isList(value) && value.some(isJsonObject) ? objectsOf(value) : [];
  if (records.length > 0) return field === 'controls' ? controls(records, true).parts : records.map(recordPoint);
  const words = plain(value);
  return [text((field === 'preferred_language' ? languageName(words) : labelOf(words)) || 'Empty')];
}

function recordPoint(record: JsonObject): Part {
  return point(plain(record));
}

/** The crew's copy has no right answers of an understanding check. */
function withoutAnswers(value: Json): Json {
  if (isList(value)) return value.map(withoutAnswers);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'answer_index');
  return Object.fromEntries(members.map(([name, member = null]) => [name, withoutAnswers(member)]));
}
