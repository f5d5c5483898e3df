/** The document control table: every version, who approved it, and what this print is. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { AttachedFiles } from '../attached-file.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { cell, type Column, facts, heading, onOneLine, paragraph, table, text } from './make.ts';
import { listOf, numberOf, objectsOf, plain } from './read.ts';
import { statusName, versionName } from './cover.ts';
import { briefChecks } from './verification.ts';
import { labelOf, timeOf } from './words.ts';

export function documentControl(input: ExportInput, timezone: string): readonly Block[] {
  return [
    heading(1, 'Document control'),
    ...facts('This print', [
      ['This print is', whatItIs(input)],
      ['Content hash', cell(text(contentHash(input), 'fine'))],
      ['Printed', timeOf(input.printed_at, timezone)],
      ...approvalFacts(input.approval, timezone),
    ]),
    ...history(input, timezone),
  ];
}

/** The versions alone, where the section on checking the copy follows and says what this print is. */
export function versionControl(input: ExportInput, timezone: string): readonly Block[] {
  return [heading(1, 'Document control'), ...history(input, timezone).slice(1)];
}

/** The end of a short form: its versions, in a few lines where there is only one, and how to check the copy. */
export function controlAndChecks(input: ExportInput, attached: AttachedFiles, timezone: string): readonly Block[] {
  return [heading(1, 'Document control'), ...briefHistory(input, timezone), ...briefChecks(input, attached)];
}

function briefHistory(input: ExportInput, timezone: string): readonly Block[] {
  const [only, ...others] = input.versions;
  if (!only || others.length > 0) return history(input, timezone, true).slice(1);
  const parts = [
    ...versionCell(only).parts,
    ...changeCell(only, timeOf(plain(only['superseded_at']), timezone)).parts,
    ...approvalCell(only, timezone).parts,
  ];
  return onOneLine(parts, '\u00a0· ').parts.flatMap((part): readonly Block[] =>
    part.kind === 'text' ? [{ kind: 'paragraph', runs: part.runs, tone: part.tone }] : [],
  );
}

function whatItIs(input: ExportInput): string {
  const { compared } = input;
  const marked = compared ? `, with its changes against version ${compared.version} marked` : '';
  return `${versionName(input)}, ${statusName(input)}${marked}`;
}

function contentHash(input: ExportInput): string {
  return input.content_hash ?? 'None: a working draft has no fixed content';
}

function history(input: ExportInput, timezone: string, isBrief = false): readonly Block[] {
  const versions = input.versions.toSorted((a, b) => (numberOf(a['version']) ?? 0) - (numberOf(b['version']) ?? 0));
  return [
    heading(2, 'Version history'),
    versions.length > 0
      ? table('Versions of this document', versions, versionColumns(timezone, isBrief))
      : paragraph('No version of this document has been approved yet.', 'muted'),
  ];
}

function approvalFacts(approval: JsonObject | null, timezone: string): readonly (readonly [string, string])[] {
  if (!approval) return [];
  return [
    ['Approved by', named(approval, 'approved_by', 'approved_by_role')],
    ['Approved at', timeOf(plain(approval['approved_at']), timezone)],
  ];
}

function named(entry: JsonObject, name: string, role: string): string {
  return [plain(entry[name]), labelOf(plain(entry[role]))].filter(Boolean).join(', ');
}

function versionColumns(timezone: string, isBrief: boolean): readonly Column<JsonObject>[] {
  const time = (stamp: JsonObject[string]): string => timeOf(plain(stamp), timezone);
  const inRoom = (held: Cell): Cell => (isBrief ? onOneLine(held.parts, '\u00a0· ') : held);
  return [
    ['Version', isBrief ? 20 : 17, versionCell],
    ['Change', isBrief ? 34 : 30, (entry) => inRoom(changeCell(entry, time(entry['superseded_at'])))],
    ['Prepared and approved', isBrief ? 46 : 53, (entry) => approvalCell(entry, timezone)],
  ];
}

function versionCell(entry: JsonObject): Cell {
  const state = labelOf(plain(entry['state'])).toLowerCase();
  const hash = plain(entry['content_hash']);
  return cell(
    text([`Version ${plain(entry['version'])}`, state].filter(Boolean).join(', '), 'strong'),
    hash ? text(shortHash(hash), 'fine') : null,
  );
}

function changeCell(entry: JsonObject, supersededAt: string): Cell {
  const significance = plain(entry['change_significance']);
  const supersededBy = plain(entry['superseded_by_version']);
  return cell(
    plain(entry['change_summary']),
    significance ? text(`${labelOf(significance)} change`, 'muted') : null,
    entry['rebrief_required'] === true ? text('Everyone is briefed and signs again', 'strong') : null,
    supersededBy ? text(`Superseded by version ${supersededBy}, ${supersededAt}`, 'muted') : null,
  );
}

function approvalCell(entry: JsonObject, timezone: string): Cell {
  const code = plain(entry['review_code']);
  const prepared = [plain(entry['submitted_by']), timeOf(plain(entry['submitted_at']), timezone)];
  const approved = [named(entry, 'approved_by', 'approved_by_role'), timeOf(plain(entry['approved_at']), timezone)];
  const notes = plain(entry['approval_notes']);
  const imported = plain(entry['imported_by']);
  return cell(
    said('Prepared', prepared),
    said('Approved', [...approved, code ? `review code ${code}${codeMeaning(code)}` : '']),
    notes !== plain(entry['change_summary']) ? notes : null,
    imported ? text(`Imported by ${imported}, ${timeOf(plain(entry['imported_at']), timezone)}`, 'muted') : null,
    entry['self_approved'] === true ? text('Self-approved: prepared and approved by the same person', 'alarm') : null,
    ...objectsOf(listOf(entry['conditions'])).map((condition) => conditionText(condition, timezone)),
  );
}

function said(name: string, words: readonly string[]): Part | null {
  const value = words.filter(Boolean).join(', ');
  return value ? { kind: 'text', runs: [{ text: `${name}: `, bold: true }, { text: value }], tone: 'normal' } : null;
}

function conditionText(condition: JsonObject, timezone: string): ReturnType<typeof text> {
  const due = plain(condition['due_on']);
  const met = plain(condition['met_on']);
  const by = plain(condition['met_by']);
  const state = met ? `met ${timeOf(met, timezone)}${by ? ` (${by})` : ''}` : 'NOT YET MET';
  const note = plain(condition['note']);
  return text(
    `Condition: ${plain(condition['text'])}${due ? `, due ${timeOf(due, timezone)}` : ''}: ${[state, note].filter(Boolean).join(', ')}`,
    met ? 'normal' : 'alarm',
  );
}

function codeMeaning(code: string): string {
  if (code === 'A') return ': accepted';
  if (code === 'B') return ': accepted with comments';
  return code === 'C' ? ': not accepted' : '';
}

/** Enough of a hash to compare by eye. */
function shortHash(hash: string): string {
  return hash.replace(/^(sha256:)?([0-9a-f]{16})[0-9a-f]*$/, '$2');
}
