/**
 * The sign-off register (contract, Sign-offs): one table per briefing. Every sign-off is printed whatever its status, with the reason
 * where it does not count. Only the PDF draws signatures: an image in an editable copy could be copied out.
 */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { cell, heading, paragraph, table, text } from './make.ts';
import { languageName } from './personnel.ts';
import { objectOf, objectsOf, plain, textOf } from './read.ts';
import { counts, type RowNumbers, validityParts } from './signoff-validity.ts';
import { signatureParts } from './signature.ts';
import { statements } from './statements.ts';
import { labelOf, timeOf } from './words.ts';

export function signoffRegister(input: ExportInput, timezone: string): readonly Block[] {
  const briefings = Map.groupBy(input.signoffs, (signoff) =>
    JSON.stringify([signoff['document_version'] ?? null, objectOf(signoff['briefing'])['session_id'] ?? null]),
  );
  const rows = rowNumbers([...briefings.values()].flat());
  return [
    heading(1, 'Briefing and sign-off register'),
    ...(briefings.size === 0
      ? [paragraph('Nobody has signed this document yet.', 'muted')]
      : [...briefings.values()].flatMap((signoffs) => briefing(signoffs, rows, input, timezone))),
    ...unsigned(input),
    ...statements(input.signoffs),
  ];
}

/** Numbers run on through all briefings, so that a row can be referred to. */
function rowNumbers(signoffs: readonly JsonObject[]): RowNumbers {
  return new Map(signoffs.map((signoff, i) => [plain(signoff['id']), i + 1]));
}

function briefing(
  signoffs: readonly JsonObject[],
  rows: RowNumbers,
  input: ExportInput,
  timezone: string,
): readonly Block[] {
  const first = signoffs[0] ?? {};
  const session = objectOf(first['briefing']);
  const minutes =
    typeof session['duration_seconds'] === 'number' ? `${Math.round(session['duration_seconds'] / 60)} min` : '';
  const by = plain(session['briefed_by']);
  const told = [
    timeOf(plain(session['occurred_on']) || plain(session['started_at']), timezone),
    plain(session['location']),
    by && `briefed by ${by}`,
    labelOf(plain(session['method'])).toLowerCase(),
    minutes,
  ];
  return [
    heading(
      2,
      `Version ${plain(first['document_version'])}${session['session_id'] ? `, briefing ${plain(session['session_id'])}` : ''}`,
    ),
    paragraph(told.filter(Boolean).join(' · ') || 'Recorded without a briefing session.', 'muted'),
    table(
      'People who signed, declined or were recorded',
      signoffs,
      [
        ['No', 5, (signoff) => text(String(rows.get(plain(signoff['id'])) ?? ''), 'strong')],
        ['Person', 25, personCell],
        ['Language and understanding', 22, understandingCell],
        ['Signed', 25, (signoff) => cell(...whenParts(signoff, timezone), ...validityParts(signoff, rows, timezone))],
        ['Signature', 23, (signoff) => cell(...signatureParts(signoff, input.format))],
      ],
      { toneOf: (signoff) => (counts(signoff) ? undefined : 'voided') },
    ),
  ];
}

function personCell(signoff: JsonObject): Cell {
  const worker = objectOf(signoff['worker']);
  const card = objectOf(worker['card']);
  const agency = plain(worker['agency_name']);
  return cell(
    text(textOf(worker['name']) || textOf(signoff['worker_name']) || 'Unnamed', 'strong'),
    plain(worker['employer_name']),
    agency ? `Agency: ${agency}` : null,
    plain(worker['trade']),
    card['scheme'] || card['card_number']
      ? text([plain(card['scheme']), plain(card['card_number'])].filter(Boolean).join(' '), 'muted')
      : null,
    text(labelOf(plain(signoff['signoff_type'])), 'muted'),
  );
}

function understandingCell(signoff: JsonObject): Cell {
  const session = objectOf(signoff['briefing']);
  const check = objectOf(signoff['understanding_check'] ?? signoff['understanding']);
  const reading = objectOf(signoff['reading']);
  const language = plain(objectOf(signoff['statement'])['language']) || plain(objectOf(signoff['worker'])['language']);
  const interpretation = plain(session['interpretation']);
  const interpreter = plain(session['interpreter_name']);
  const verdict = check['passed'] === true ? 'passed' : 'NOT PASSED';
  return cell(
    language ? languageName(language) : null,
    interpretation && interpretation !== 'none_needed'
      ? `${labelOf(interpretation)}${interpreter ? `: ${interpreter}` : ''}`
      : null,
    check['questions']
      ? text(
          `Check ${verdict}: ${plain(check['correct'])} of ${plain(check['questions'])}, attempt ${plain(check['attempts']) || '1'}`,
          check['passed'] === true ? 'normal' : 'alarm',
        )
      : null,
    reading['sections_total']
      ? text(
          `Opened ${plain(reading['sections_viewed'])} of ${plain(reading['sections_total'])} sections, ${plain(reading['seconds_on_document'])} s`,
          'muted',
        )
      : null,
  );
}

function whenParts(signoff: JsonObject, timezone: string): readonly Part[] {
  const capture = objectOf(signoff['capture']);
  const moment =
    plain(capture['captured_at_corrected']) ||
    plain(capture['captured_at_device']) ||
    plain(signoff['signed_at']) ||
    plain(signoff['received_at']);
  const device = plain(capture['device_label']);
  const how =
    capture['method'] === 'api'
      ? 'Recorded by external system'
      : deviceWords(labelOf(plain(capture['method'])), device);
  const assurance = plain(capture['identity_assurance']);
  const clock = plain(capture['clock_confidence']);
  return cell(
    text(timeOf(moment, plain(capture['timezone']) || timezone), 'strong'),
    how,
    assurance ? text(`Identity: ${labelOf(assurance).toLowerCase()}`, 'muted') : null,
    clock
      ? text(
          `Clock: ${labelOf(clock).toLowerCase()}${capture['offline'] === true ? ', captured offline' : ''}`,
          'muted',
        )
      : null,
  ).parts;
}

/** A device's label often begins with the method. */
function deviceWords(method: string, device: string): string {
  if (device.toLowerCase().startsWith(method.toLowerCase())) return device;
  return [method, device].filter(Boolean).join(': ');
}

/** A line for each named person who has not signed this version, to sign on paper. */
function unsigned(input: ExportInput): readonly Block[] {
  if (input.version === null) return [];
  const signed = input.signoffs
    .filter((signoff) => signoff['document_version'] === input.version && signoff['status'] === 'recorded')
    .map((signoff) => objectOf(signoff['worker']));
  const missing = objectsOf(input.content['personnel']).filter(
    (person) =>
      !signed.some(
        (worker) =>
          (worker['id'] != null && worker['id'] === person['person_id']) ||
          plain(worker['name']) === plain(person['name']),
      ),
  );
  if (missing.length === 0) return [];
  return [
    heading(2, `Not yet signed for version ${input.version}`),
    table('People who have not signed yet', missing, [
      [
        'Named in the document',
        34,
        (person) => cell(text(textOf(person['name']), 'strong'), plain(person['employer_name'])),
      ],
      ['Role', 26, (person) => labelOf(plain(person['role']))],
      ['Sign here if briefed on paper', 40, () => ({ kind: 'signature_line', label: 'Signature and time' })],
    ]),
  ];
}
