/** Export inputs made from the sample organisation, as the export job will make them from the store. */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../shared/base/json.ts';
import type { ExportInput } from '../../server/export/input.ts';

const sample = new URL('../sample/', import.meta.url);

export function sampleRecord(name: string): JsonObject {
  // The file is part of the repository and holds one object.
  return JSON.parse(readFileSync(new URL(name, sample), 'utf8')) as JsonObject;
}

export function sampleRecords(name: string): readonly JsonObject[] {
  // The file is part of the repository and holds a list of objects.
  return JSON.parse(readFileSync(new URL(name, sample), 'utf8')) as readonly JsonObject[];
}

const organisation = sampleRecord('organisation.json');
const projects = sampleRecords('projects.json');
const sites = sampleRecords('sites.json');
const versions = sampleRecords('versions.json');
const signoffs = sampleRecords('signoffs.json');

const contentMembers = ['sections', 'hazards', 'coshh_assessments', 'personnel', 'permit', 'powra', 'risk_matrix'];

/** `rams` is the approved snapshot of the curtain walling RAMS; the others are the documents as they stand. */
export const sampleDocuments = {
  rams: 'document-01-rams-curtain-walling.json',
  excavation: 'document-02-rams-excavation-services.json',
  coshh: 'document-05-coshh-resin-floor.json',
  talk: 'document-06-toolbox-talk-silica.json',
  permit: 'document-07-permit-hot-works.json',
  powra: 'document-08-powra-crane-wind.json',
} as const;

/** Printed in the same way as these, and tested where that is cheap. */
export const otherDocuments = {
  assessment: 'document-03-risk-assessment-soft-strip.json',
  method: 'document-04-method-statement-glulam-lift.json',
} as const;

const files = { ...sampleDocuments, ...otherDocuments };

const linked: ExportInput['linked'] = Object.fromEntries(
  Object.values(files)
    .map(sampleRecord)
    .map(({ id, reference, title, version }) => [
      String(id),
      { name: `${String(reference)} ${String(title)}`, version: Number(version) },
    ]),
);

export function inputOf(name: keyof typeof files, changes: Partial<ExportInput> = {}): ExportInput {
  const document = sampleRecord(files[name]);
  const snapshot = sampleRecord('document-01-v2-snapshot.json');
  const history = versions.filter((version) => version['document_id'] === document['id']);
  const content = Object.fromEntries(Object.entries(document).filter(([member]) => contentMembers.includes(member)));
  return {
    format: 'pdf',
    organisation: { name: String(organisation['name']), timezone: 'Europe/London' },
    project: projects.find((project) => project['id'] === document['project_id']) ?? null,
    site: sites.find((site) => site['id'] === document['site_id']) ?? null,
    document: {
      id: String(document['id']),
      reference: String(document['reference']),
      title: String(document['title']),
      document_type: String(document['document_type']),
      status: 'approved',
      review_due_on: '2027-05-06',
    },
    version: Number(document['version']),
    content_hash: name === 'rams' ? String(snapshot['content_hash']) : String(document['content_hash']),
    content: name === 'rams' && isJsonObject(snapshot['content']) ? snapshot['content'] : content,
    approval: history.at(-1) ?? null,
    versions: history,
    signoffs: signoffs.filter((signoff) => signoff['document_id'] === document['id']),
    linked,
    watermark: 'uncontrolled_when_printed',
    printed_at: '2026-11-20T10:15:00Z',
    ...changes,
  };
}

/** A document in which nothing has been written. */
export function emptyInput(changes: Partial<ExportInput> = {}): ExportInput {
  return {
    ...inputOf('rams'),
    project: null,
    site: null,
    document: {
      id: '01900000-0000-7000-8000-000000000001',
      reference: null,
      title: 'Blank',
      document_type: 'rams',
      status: 'draft',
    },
    version: null,
    content_hash: null,
    content: { sections: [], hazards: [], coshh_assessments: [], personnel: [] },
    approval: null,
    versions: [],
    signoffs: [],
    watermark: 'draft',
    ...changes,
  };
}

/** A register with one row for each of `signers`. */
export function registerOf(signers: readonly string[], changes: Partial<ExportInput> = {}): ExportInput {
  const [one = {}] = inputOf('rams').signoffs;
  const rows = signers.map((name, i) => ({
    ...one,
    id: `signoff-${String(i).padStart(3, '0')}`,
    worker: { ...(one['worker'] as JsonObject), name },
  })); // an object in the sample
  return emptyInput({ signoffs: rows, ...changes });
}

/** A method statement without the parts that take long to print. */
export const peopleOnly: JsonObject = { ...inputOf('rams').content, sections: [], hazards: [], coshh_assessments: [] };
