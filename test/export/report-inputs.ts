/** Report inputs made from the sample organisation, as the export job makes them from the store. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { ReportInput } from '../../server/export/report-input.ts';
import { incident as incidentResource } from '../../shared/resources/incident/incident.ts';
import { permit as permitResource } from '../../shared/resources/permit/permit.ts';
import { type Briefed, coverageOf } from '../../shared/resources/signoff/coverage.ts';
import { inputOf, otherDocuments, sampleDocuments, sampleRecord, sampleRecords } from './inputs.ts';

const [project = {}] = sampleRecords('projects.json');
const [site = {}] = sampleRecords('sites.json');
const organisation = sampleRecord('organisation.json');

const frame = {
  format: 'pdf',
  organisation: { ...organisation, name: String(organisation['name']), timezone: 'Europe/London' },
  project,
  site: null,
  printed_at: '2026-11-20T10:15:00Z',
} as const;

type Of<Form extends ReportInput['form']> = Extract<ReportInput, { form: Form }>;

export const samplePermits = sampleRecords('permits.json').map((record): JsonObject => ({
  ...record,
  ...permitResource.derive?.({ ...permitResource.schema.parse({ ...record, log: [] }) } as JsonObject),
}));

export function permitRegisterInput(changes: Partial<Of<'permit_register'>> = {}): Of<'permit_register'> {
  const sites = Object.fromEntries(sampleRecords('sites.json').map(({ id, name }) => [String(id), String(name)]));
  return {
    ...frame,
    form: 'permit_register',
    permits: samplePermits,
    sites,
    from: null,
    until: null,
    states: [],
    ...changes,
  };
}

/** `count` documents: those of the sample, and as many more as it takes. */
export function briefingMatrixInput(changes: Partial<Of<'briefing_matrix'>> = {}, count = 8): Of<'briefing_matrix'> {
  const names = Object.keys({ ...sampleDocuments, ...otherDocuments }) as Parameters<typeof inputOf>[0][]; // the keys of literal objects
  const documents = Array.from({ length: count }, (_, i) => {
    const input = inputOf(names[i % names.length] ?? 'rams');
    const again = i < names.length ? '' : `-${Math.floor(i / names.length) + 1}`;
    return {
      reference: `${input.document.reference}${again}`,
      title: input.document.title,
      version: input.version ?? 1,
      approved_at: '2026-11-06T16:42:00Z',
      people: peopleOf(input.content, input.signoffs, input.version ?? 1),
    };
  });
  return { ...frame, form: 'briefing_matrix', documents, ...changes };
}

function peopleOf(content: JsonObject, signoffs: readonly JsonObject[], version: number): readonly Briefed[] {
  // The files of the sample hold records of these shapes.
  const personnel = (content['personnel'] ?? []) as unknown as Parameters<typeof coverageOf>[0];
  const signed = signoffs.map((signoff) => ({
    worker: signoff['worker'] as unknown as { readonly id: string; readonly name: string },
    status: String(signoff['status']),
    isCurrent: signoff['document_version'] === version,
    version: Number(signoff['document_version']),
    at: String(signoff['received_at'] ?? '2026-11-09T07:00:00Z'),
  }));
  return coverageOf(personnel, signed).people;
}

export function incidentSheetInput(changes: Partial<Of<'incident_sheet'>> = {}, at = 1): Of<'incident_sheet'> {
  const record = sampleRecords('incidents.json')[at] ?? {};
  const incident = { ...record, ...incidentResource.derive?.(incidentResource.schema.parse(record) as JsonObject) };
  return {
    ...frame,
    site,
    form: 'incident_sheet',
    incident,
    isWhole: true,
    reporter: { job_title: 'Site manager', phone: '07700 900107', email: 'sinead@harrowlyle.example' },
    industry: 'Construction',
    document: 'RAMS-007 Unitised curtain walling',
    photos: {},
    ...changes,
  };
}

export function permitSheetInput(changes: Partial<Of<'permit_sheet'>> = {}): Of<'permit_sheet'> {
  return { ...frame, site, form: 'permit_sheet', permit: samplePermits[0] ?? {}, linked: {}, photos: {}, ...changes };
}

export function packIndexInput(changes: Partial<Of<'pack_index'>> = {}): Of<'pack_index'> {
  const file = (path: string, title: string, pages: number | null) =>
    ({ path, title, pages, bytes: 123_456, sha256: 'ab'.repeat(32) }) as const;
  return {
    ...frame,
    form: 'pack_index',
    files: [
      file('registers/permit-register.pdf', 'Permit register', 1),
      file('registers/briefing-matrix.pdf', 'Briefing matrix', 3),
      file('documents/RAMS-007 v2 Unitised curtain walling.pdf', 'RAMS-007 version 2, Unitised curtain walling', 18),
      file('incidents/INC-2026-0031.pdf', 'INC-2026-0031', 2),
      file('photos/RAMS-007/1 south_edge.jpg', 'South edge', null),
    ],
    left_out: [{ title: 'RA-002 version 1', reason: 'The document with its sign-offs is too large for one file.' }],
    ...changes,
  };
}

/** One of each form. */
export const sampleReports: Readonly<Record<string, ReportInput>> = {
  'permit-register': permitRegisterInput(),
  'briefing-matrix': briefingMatrixInput(),
  'incident-sheet': incidentSheetInput(),
  'permit-sheet': permitSheetInput(),
  'pack-index': packIndexInput(),
};
