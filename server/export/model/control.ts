/** The document control table: every version, who approved it, and what this print is. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Cell } from './blocks.ts';
import { cell, type Column, facts, heading, paragraph, table, text } from './make.ts';
import { listOf, numberOf, objectsOf, plain } from './read.ts';
import { statusName, versionName } from './cover.ts';
import { labelOf, timeOf } from './words.ts';

export function documentControl(input: ExportInput, timezone: string): readonly Block[] {
  const versions = input.versions.toSorted((a, b) => (numberOf(a['version']) ?? 0) - (numberOf(b['version']) ?? 0));
  return [
    heading(1, 'Document control'),
    ...facts('This print', [
      ['This print is', `${versionName(input)}, ${statusName(input)}`],
      ['Content hash', input.content_hash ?? 'None: a working draft has no fixed content'],
      ['Printed', timeOf(input.printed_at, timezone)],
      ...approvalFacts(input.approval, timezone),
    ]),
    heading(2, 'Version history'),
    versions.length > 0
      ? table('Versions of this document', versions, versionColumns(timezone))
      : paragraph('No version of this document has been approved yet.', 'muted'),
  ];
}

function approvalFacts(approval: JsonObject | null, timezone: string): readonly (readonly [string, string])[] {
  if (!approval) return [];
  return [
    [
      'Approved by',
      [plain(approval['approved_by']), labelOf(plain(approval['approved_by_role']))].filter(Boolean).join(', '),
    ],
    ['Approved at', timeOf(plain(approval['approved_at']), timezone)],
    ['Change', plain(approval['change_summary'])],
    ['Approval notes', plain(approval['notes']) || plain(approval['approval_notes'])],
  ];
}

function versionColumns(timezone: string): readonly Column<JsonObject>[] {
  const time = (stamp: JsonObject[string]): string => timeOf(plain(stamp), timezone);
  return [
    [
      'Version',
      12,
      (entry) => cell(text(`Version ${plain(entry['version'])}`, 'strong'), labelOf(plain(entry['state']))),
    ],
    ['Change', 34, (entry) => changeCell(entry, time(entry['superseded_at']))],
    ['Prepared', 22, (entry) => cell(plain(entry['submitted_by']), time(entry['submitted_at']))],
    ['Approved', 32, (entry) => approvalCell(entry, timezone)],
  ];
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
  return cell(
    text(plain(entry['approved_by']), 'strong'),
    labelOf(plain(entry['approved_by_role'])),
    timeOf(plain(entry['approved_at']), timezone),
    code ? `Review code ${code}${codeMeaning(code)}` : null,
    plain(entry['approval_notes']),
    entry['self_approved'] === true ? text('Self-approved: prepared and approved by the same person', 'alarm') : null,
    ...objectsOf(listOf(entry['conditions'])).map((condition) => conditionText(condition, timezone)),
    plain(entry['content_hash']) ? text(shortHash(plain(entry['content_hash'])), 'muted') : null,
  );
}

function conditionText(condition: JsonObject, timezone: string): ReturnType<typeof text> {
  const due = plain(condition['due_on']);
  const met = plain(condition['met_on']);
  const state = met ? `met ${timeOf(met, timezone)} (${plain(condition['met_by'])})` : 'NOT YET MET';
  return text(
    `Condition: ${plain(condition['text'])}${due ? `, due ${timeOf(due, timezone)}` : ''}: ${state}`,
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
  return hash.replace(/^(sha256:)?([0-9a-f]{16})[0-9a-f]*$/, 'Content hash $2…');
}
