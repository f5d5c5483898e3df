/** The head of page one: what the document is, whether it is approved for work, and what to do in an emergency. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Chip, Part } from './blocks.ts';
import type { Printed } from './printed.ts';
import { headCheck } from './check/code.ts';
import { boxes, facts, point } from './make.ts';
import { listOf, objectOf, objectsOf, plain, textOf } from './read.ts';
import { labelOf, timeOf } from './words.ts';

export function titleBlock(input: ExportInput, isDense = false): Extract<Block, { kind: 'title' }> {
  return {
    kind: 'title',
    organisation: input.organisation.name,
    documentType: [
      labelOf(input.document.document_type),
      ...(input.compared ? [`changes since version ${input.compared.version}`] : []),
    ].join(', '),
    title: input.document.title || 'Untitled document',
    identity: [input.document.reference ?? 'No reference', versionName(input)].join('  ·  '),
    status: statusChip(input),
    ...headCheck(input, isDense),
  };
}

/** The same in a few lines, so that a form begins on the first page. */
export function formTitle(input: ExportInput): Extract<Block, { kind: 'title' }> {
  return { ...titleBlock(input, true), dense: true };
}

export function versionName({ version }: ExportInput): string {
  return version === null ? 'Working draft' : `Version ${version}`;
}

/** Status of this print: an old version is "Superseded", whatever the document's status. */
export function statusName({ document, version, watermark }: ExportInput): string {
  if (version === null) return document.status === 'pending_review' ? 'Draft, pending review' : 'Draft, not approved';
  if (watermark === 'superseded') return 'Superseded';
  return document.status === 'archived' || watermark === 'archived' ? 'Archived' : 'Approved';
}

function statusChip(input: ExportInput): Chip {
  const words = statusName(input);
  if (words === 'Approved' && input.compared)
    return { kind: 'chip', text: 'CHANGES MARKED', fill: '#FFD23F', ink: '#1A1A1A' };
  if (words === 'Approved') return { kind: 'chip', text: words.toUpperCase(), fill: '#1B7F3B', ink: '#FFFFFF' };
  if (words === 'Superseded' || words === 'Archived')
    return { kind: 'chip', text: words.toUpperCase(), fill: '#E5E7EB', ink: '#1A1A1A' };
  return { kind: 'chip', text: words.toUpperCase(), fill: '#FFD23F', ink: '#1A1A1A' };
}

export function about(printed: Printed): readonly Block[] {
  return facts('What this document is for', purpose(printed));
}

/** The same in boxes. */
export function particulars(printed: Printed): readonly Block[] {
  return boxes('What this document is for', purpose(printed));
}

function purpose({
  input: { project, site, approval, document, content },
  timezone,
}: Printed): readonly (readonly [string, string])[] {
  return [
    ['Project', [plain(project?.['name']), plain(project?.['reference'])].filter(Boolean).join(', ')],
    ['Client', plain(project?.['client_name'])],
    ['Principal designer', plain(project?.['principal_designer'])],
    ['Principal contractor', plain(project?.['principal_contractor'])],
    ['Construction phase plan', plain(project?.['construction_phase_plan'])],
    ['Site', plain(site?.['name'])],
    [
      'Address',
      ['address', 'city', 'postcode']
        .map((member) => plain(site?.[member]))
        .filter(Boolean)
        .join(', '),
    ],
    ['Work dates', workDates(content) || entryOf(content, 'work_dates')],
    [
      'Approved',
      [plain(approval?.['approved_by']), timeOf(plain(approval?.['approved_at']), timezone)].filter(Boolean).join(', '),
    ],
    ['Next review', timeOf(document.review_due_on ?? '', timezone)],
  ];
}

/** From when to when; empty if neither is given. */
export function workDates(content: JsonObject): string {
  const [start, end] = ['work_starts_on', 'work_ends_on'].map((member) => timeOf(plain(content[member])));
  if (start && end) return `${start} to ${end}`;
  return start ? `from ${start}` : end ? `until ${end}` : '';
}

/** The value of a key in a key-values section. The cover repeats the work dates and the first aiders. */
function entryOf(content: JsonObject, key: string): string {
  for (const section of objectsOf(content['sections'])) {
    for (const data of objectsOf([section['data'] ?? null])) {
      const entry = objectsOf(listOf(data['entries'])).find((each) => each['key'] === key);
      if (entry) return plain(entry['value']);
    }
  }
  return '';
}

/** `more`: the sections whose entries belong in the box too. `isBrief`: without how to get there. */
export function emergency(
  { site, content }: ExportInput,
  { more = [], isBrief = false }: { readonly more?: readonly JsonObject[]; readonly isBrief?: boolean } = {},
): Block {
  const hospital = [plain(site?.['nearest_hospital']), plain(site?.['nearest_hospital_address'])]
    .filter(Boolean)
    .join(', ');
  const contact = [plain(site?.['site_contact_name']), plain(site?.['site_contact_phone'])].filter(Boolean).join(', ');
  const unknown = 'not recorded, ask the supervisor';
  const lines: readonly (readonly [string, string])[] = [
    ['Call', entryOf(content, 'emergency_number') || '999'],
    ['First aider', entryOf(content, 'first_aider') || unknown],
    ['Assembly point', plain(site?.['emergency_assembly_point']) || entryOf(content, 'assembly_point') || unknown],
    ['Hospital', hospital || entryOf(content, 'nearest_hospital') || unknown],
    ['Site contact', contact],
    ['Getting there', isBrief ? '' : plain(site?.['access_notes'])],
  ];
  const entries = more
    .flatMap((section) => objectsOf(objectOf(section['data'])['entries']))
    .map((entry) => [labelOf(textOf(entry['key'])), plain(entry['value'])] as const);
  const said = new Set(entries.map(([name]) => name));
  const known = { Call: 'Emergency number', Hospital: 'Nearest hospital' };
  const others = lines.filter(([name]) => !said.has(new Map(Object.entries(known)).get(name) ?? name));
  const parts = [...entries, ...others].flatMap(emergencyLine);
  return { kind: 'callout', tone: 'emergency', title: 'In an emergency', parts };
}

function emergencyLine([name, value]: readonly [string, string]): readonly Part[] {
  return value ? [point([{ text: `${name}: `, bold: true }, { text: value }])] : [];
}
