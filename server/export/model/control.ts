/** The document control table: every version, who approved it, and what this print is. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Row } from './blocks.ts';
import { cell, facts, heading, paragraph, table, text } from './make.ts';
import { listOf, numberOf, objectsOf, plain } from './read.ts';
import { statusName, versionName } from './cover.ts';
import { labelOf, timeOf } from './words.ts';

export function documentControl(input: ExportInput, timezone: string): readonly Block[] {
  const versions = input.versions.toSorted((a, b) => (numberOf(a['version']) ?? 0) - (numberOf(b['version']) ?? 0));
  const columns = [
    ['Version', 12],
    ['Change', 34],
    ['Prepared', 22],
    ['Approved', 32],
  ] as const;
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
      ? table(
          'Versions of this document',
          columns,
          versions.map((entry) => row(entry, timezone)),
          { rowHeader: true },
        )
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

function row(entry: JsonObject, timezone: string): Row {
  const time = (member: string): string => timeOf(plain(entry[member]), timezone);
  const significance = plain(entry['change_significance']);
  const supersededBy = plain(entry['superseded_by_version']);
  const code = plain(entry['review_code']);
  return {
    cells: [
      cell(text(`Version ${plain(entry['version'])}`, 'strong'), labelOf(plain(entry['state']))),
      cell(
        plain(entry['change_summary']),
        significance ? text(`${labelOf(significance)} change`, 'muted') : null,
        entry['rebrief_required'] === true ? text('Everyone is briefed and signs again', 'strong') : null,
        supersededBy ? text(`Superseded by version ${supersededBy}, ${time('superseded_at')}`, 'muted') : null,
      ),
      cell(plain(entry['submitted_by']), time('submitted_at')),
      cell(
        text(plain(entry['approved_by']), 'strong'),
        labelOf(plain(entry['approved_by_role'])),
        time('approved_at'),
        code ? `Review code ${code}${codeMeaning(code)}` : null,
        plain(entry['approval_notes']),
        entry['self_approved'] === true
          ? text('Self-approved: prepared and approved by the same person', 'alarm')
          : null,
        ...objectsOf(listOf(entry['conditions'])).map((condition) => conditionText(condition, timezone)),
        plain(entry['content_hash']) ? text(shortHash(plain(entry['content_hash'])), 'muted') : null,
      ),
    ],
  };
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
