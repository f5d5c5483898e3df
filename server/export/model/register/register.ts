/**
 * The sign-off register (contract, Sign-offs): every sign-off in the order of its time, whatever its status, with the reason where it
 * does not count; then who is to be briefed, the statements, and the evidence of each row as an annex. Only the PDF draws signatures:
 * an image in an editable copy could be copied out.
 */
import type { JsonObject } from '../../../../shared/base/json.ts';
import {
  inRegisterOrder,
  registerNumbers,
  signingMoment,
} from '../../../../shared/resources/signoff/register-order.ts';
import type { ExportInput } from '../../input.ts';
import type { Block, Cell } from '../blocks.ts';
import { cell, type Column, dense, heading, onOneLine, paragraph, table, text } from '../make.ts';
import { cardDays, languageName, personnelTable } from '../personnel.ts';
import { numberOf, objectOf, objectsOf, plain, textOf } from '../read.ts';
import { canBeSigned } from '../signable.ts';
import { labelOf, timeOf } from '../words.ts';
import { briefingsOf, type Briefings } from './briefings.ts';
import { crewTable } from './crew.ts';
import { evidence } from './evidence.ts';
import { momentText } from './moment.ts';
import { peopleOf, type Person } from './people.ts';
import { counts, type RowNumbers, validityParts } from './signoff-validity.ts';
import { signatureParts, witnessParts } from './signature.ts';
import { statements, statementToSign } from './statements.ts';

/** `brief`: with everybody in one table, as a short form has room for; `wide`: on a landscape page. */
export function signoffRegister(
  whole: ExportInput,
  timezone: string,
  { title = 'Briefing and sign-off register', look = 'normal' }: { readonly title?: string; readonly look?: Look } = {},
): readonly Block[] {
  // A copy with its changes marked is not the record: who works to it is told by name, and nobody signs on it.
  if (whole.compared)
    return look === 'brief' ? personnelTable(objectsOf(whole.content['personnel']), cardDays(whole)) : [];
  const signoffs = inRegisterOrder(whole.signoffs);
  const input = { ...whole, signoffs };
  const { signoffs: hasRows, briefing_register: hasBriefings } = { ...everything, ...whole.include };
  const rows: RowNumbers = hasRows ? registerNumbers(signoffs) : new Map();
  const briefings = briefingsOf(signoffs, timezone);
  const toBrief = hasBriefings ? (look === 'brief' ? crewTable(input, rows) : unbriefed(input, rows, timezone)) : [];
  const missing = [...(toBrief.length > 0 ? statementToSign(whole) : []), ...toBrief];
  if (signoffs.length === 0 || !hasRows) {
    const why = hasRows ? 'Nobody has signed this document yet.' : 'Who signed is left out of this copy.';
    return [heading(1, title), paragraph(why, 'muted'), ...missing];
  }
  return [
    heading(1, title),
    ...(hasBriefings ? briefings.blocks : []),
    ...dense([
      table('People who signed, declined or were recorded', signoffs, columns(input, rows, briefings, timezone, look), {
        toneOf: (signoff) => (counts(signoff) ? undefined : 'voided'),
      }),
    ]),
    ...missing,
    ...(look === 'wide' ? [{ kind: 'page_break' } as const] : []),
    ...dense(statements(signoffs)),
    ...evidence(signoffs, rows),
  ];
}

type Look = 'normal' | 'brief' | 'wide';

const everything = { signoffs: true, briefing_register: true };

function columns(
  { format, version }: ExportInput,
  rows: RowNumbers,
  briefings: Briefings,
  timezone: string,
  look: Look,
): readonly Column<JsonObject>[] {
  const signed = (signoff: JsonObject): Cell =>
    cell(text(momentText(signoff, timezone), 'strong'), versionOf(signoff, version), ...witnessParts(signoff));
  const briefed = (signoff: JsonObject): Cell => understandingCell(signoff, briefings);
  const valid = (signoff: JsonObject): Cell => cell(...validityParts(signoff, rows, timezone));
  const signature = (signoff: JsonObject): Cell => cell(...signatureParts(signoff, format));
  const number = (signoff: JsonObject): Cell => cell(text(String(rows.get(plain(signoff['id'])) ?? ''), 'strong'));
  if (look === 'wide')
    return [
      ['No', 3, number],
      ['Name and employer', 18, personCell],
      ['Trade and card', 18, (signoff) => onOneLine(tradeCell(signoff).parts)],
      ['Briefing', 15, briefed],
      ['Signed', 15, signed],
      ['Validity', 21, valid],
      ['Signature', 10, signature],
    ];
  const isBrief = look === 'brief';
  return [
    ['No', 4, number],
    ['Person', isBrief ? 37 : 31, (signoff) => personAndTrade(signoff, isBrief)],
    ['Briefing', isBrief ? 20 : 22, briefed],
    ['Signed', isBrief ? 24 : 28, (signoff) => ({ parts: [...signed(signoff).parts, ...valid(signoff).parts] })],
    ['Signature', 15, signature],
  ];
}

/** Said where it is not the version that is printed. */
function versionOf(signoff: JsonObject, printed: number | null): string {
  const version = signoff['document_version'];
  return version === printed || version == null ? '' : `Version ${plain(version)}`;
}

function personCell(signoff: JsonObject): Cell {
  const worker = objectOf(signoff['worker']);
  const agency = plain(worker['agency_name']);
  return cell(
    text(textOf(worker['name']) || textOf(signoff['worker_name']) || 'Unnamed', 'strong'),
    plain(worker['employer_name']),
    agency ? `Agency: ${agency}` : null,
  );
}

/** The name has a line of its own where there is room. */
function personAndTrade(signoff: JsonObject, isBrief: boolean): Cell {
  const [name, ...rest] = [...personCell(signoff).parts, ...tradeCell(signoff).parts];
  if (isBrief || !name) return onOneLine(name ? [name, ...rest] : rest);
  return cell(name, ...onOneLine(rest).parts);
}

function tradeCell(signoff: JsonObject): Cell {
  const worker = objectOf(signoff['worker']);
  const card = objectOf(worker['card']);
  const held = [plain(card['scheme']), plain(card['card_number'])].filter(Boolean).join(' ');
  const kind = plain(signoff['signoff_type']);
  return cell(
    plain(worker['trade']),
    held ? text(held, 'muted') : null,
    kind && kind !== 'worker_briefing' ? text(labelOf(kind), 'muted') : null,
  );
}

function understandingCell(signoff: JsonObject, briefings: Briefings): Cell {
  const session = objectOf(signoff['briefing']);
  const check = objectOf(signoff['understanding_check'] ?? signoff['understanding']);
  const language = plain(objectOf(signoff['statement'])['language']) || plain(objectOf(signoff['worker'])['language']);
  const interpretation = plain(session['interpretation']);
  const interpreter = plain(session['interpreter_name']);
  const verdict = check['passed'] === true ? 'passed' : 'NOT PASSED';
  const attempts = numberOf(check['attempts']) ?? 1;
  return cell(
    [briefings.letterOf(signoff), language && languageName(language)].filter(Boolean).join(', '),
    interpretation && interpretation !== 'none_needed'
      ? `${labelOf(interpretation)}${interpreter ? `: ${interpreter}` : ''}`
      : null,
    check['questions']
      ? text(
          `Check ${verdict}: ${plain(check['correct'])} of ${plain(check['questions'])}, ${attempts === 0 ? 'not attempted' : `attempt ${attempts}`}`,
          check['passed'] === true ? 'normal' : 'alarm',
        )
      : null,
  );
}

/** People who have not signed this version. There is a line to sign on only where this print may be signed. */
function unbriefed(input: ExportInput, rows: RowNumbers, timezone: string): readonly Block[] {
  if (input.version === null) return [];
  const people = peopleOf(input).filter(({ isAwaited }) => isAwaited);
  const isArchived = input.document.status === 'archived';
  return [
    ...missing(
      isArchived
        ? `Signed an older version than ${input.version}`
        : `To be briefed again: signed an older version than ${input.version}`,
      people.filter(({ standing }) => standing === 'older'),
    ),
    ...missing(
      `${isArchived ? 'Not signed' : 'Not yet signed'} for version ${input.version}`,
      people.filter(({ standing }) => standing === 'never' || standing === 'declined'),
    ),
  ];

  function missing(title: string, those: readonly Person[]): readonly Block[] {
    if (those.length === 0) return [];
    const line: Column<Person> = [
      'Sign here if briefed on paper',
      38,
      () => ({ kind: 'signature_line', label: 'Signature and time' }),
    ];
    return [
      heading(2, title),
      ...dense([
        table(title, those, [
          ['Name and employer', 30, ({ name, employer }) => cell(text(name || 'Unnamed', 'strong'), employer)],
          ['Role', 16, ({ role }) => labelOf(role)],
          ['Last recorded', 20, ({ last }) => (last ? lastWords(last, rows, timezone) : 'Nothing')],
          ...(canBeSigned(input) ? [line] : []),
        ]),
      ]),
    ];
  }
}

function lastWords(signoff: JsonObject, rows: RowNumbers, timezone: string): string {
  const row = rows.get(plain(signoff['id']));
  return [
    row ? `Row ${row}` : '',
    `version ${plain(signoff['document_version'])}`,
    timeOf(signingMoment(signoff), timezone),
  ]
    .filter(Boolean)
    .join(', ');
}
