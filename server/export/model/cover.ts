/** Page one: what the document is, whether it is approved for work, its risk, and what to do in an emergency. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Chip, Part } from './blocks.ts';
import { facts, heading, point } from './make.ts';
import { listOf, objectsOf, plain } from './read.ts';
import type { Band } from './risk.ts';
import { riskSummary } from './risk-summary.ts';
import { labelOf, timeOf } from './words.ts';

export function cover(
  input: ExportInput,
  hazards: readonly JsonObject[],
  bands: readonly Band[],
  timezone: string,
): readonly Block[] {
  return [
    {
      kind: 'title',
      organisation: input.organisation.name,
      documentType: labelOf(input.document.document_type),
      title: input.document.title || 'Untitled document',
      identity: [input.document.reference ?? 'No reference', versionName(input)].join('  ·  '),
      status: statusChip(input),
    },
    ...about(input, timezone),
    heading(2, 'Risk summary'),
    riskSummary(hazards, bands),
    ...emergency(input),
  ];
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
  if (words === 'Approved') return { kind: 'chip', text: words.toUpperCase(), fill: '#1B7F3B', ink: '#FFFFFF' };
  if (words === 'Superseded' || words === 'Archived')
    return { kind: 'chip', text: words.toUpperCase(), fill: '#E5E7EB', ink: '#1A1A1A' };
  return { kind: 'chip', text: words.toUpperCase(), fill: '#FFD23F', ink: '#1A1A1A' };
}

function about({ project, site, approval, document, content }: ExportInput, timezone: string): readonly Block[] {
  return facts('What this document is for', [
    ['Project', [plain(project?.['name']), plain(project?.['reference'])].filter(Boolean).join(', ')],
    ['Client', plain(project?.['client_name'])],
    ['Principal designer', plain(project?.['principal_designer'])],
    ['Site', plain(site?.['name'])],
    [
      'Address',
      ['address', 'city', 'postcode']
        .map((member) => plain(site?.[member]))
        .filter(Boolean)
        .join(', '),
    ],
    ['Work dates', entryOf(content, 'work_dates')],
    [
      'Approved',
      [plain(approval?.['approved_by']), timeOf(plain(approval?.['approved_at']), timezone)].filter(Boolean).join(', '),
    ],
    ['Next review', timeOf(document.review_due_on ?? '', timezone)],
  ]);
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

function emergency({ site, content }: ExportInput): readonly Block[] {
  const hospital = [plain(site?.['nearest_hospital']), plain(site?.['nearest_hospital_address'])]
    .filter(Boolean)
    .join(', ');
  const contact = [plain(site?.['site_contact_name']), plain(site?.['site_contact_phone'])].filter(Boolean).join(', ');
  const lines: readonly (readonly [string, string])[] = [
    ['Call', entryOf(content, 'emergency_number') || '999'],
    ['First aider', entryOf(content, 'first_aider') || 'not recorded, ask the supervisor'],
    [
      'Assembly point',
      plain(site?.['emergency_assembly_point']) ||
        entryOf(content, 'assembly_point') ||
        'not recorded, ask the supervisor',
    ],
    ['Hospital', hospital || entryOf(content, 'nearest_hospital') || 'not recorded, ask the supervisor'],
    ['Site contact', contact],
    ['Getting there', plain(site?.['access_notes'])],
  ];
  const parts = lines
    .filter(([, value]) => value)
    .map(([name, value]): Part => point([{ text: `${name}: `, bold: true }, { text: value }], '•'));
  return [{ kind: 'callout', tone: 'emergency', title: 'In an emergency', parts }];
}
