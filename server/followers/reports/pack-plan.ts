/** What a pack has: which files, in which order and under which names, and what it has to leave out from the start. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { namedDocuments } from '../../commit/named-documents.ts';
import { watchPhotoIds } from '../../commit/named-photos.ts';
import type { ExportInput, StoredPhoto } from '../../export/input.ts';
import type { ReportInput } from '../../export/report-input.ts';
import { isSheet } from '../../export/sheets.ts';
import { exportInput, linkedIn } from '../export-input.ts';
import { briefingMatrixOf } from './briefings.ts';
import { frameOf, type Wanted } from './frame.ts';
import { incidentSheetOf, incidentsOf } from './incidents.ts';
import { permitRegisterOf, permitsOf, type RegisteredPermit } from './permits.ts';
import { documentsOf } from './places.ts';
import { sitePhotos } from './site-photos.ts';

export interface PlannedFile {
  readonly folder: 'registers' | 'documents' | 'permits' | 'incidents' | 'photos' | 'sheets';
  /** Of the file, as its record names it: not safe yet. */
  readonly name: string;
  readonly ending: string;
  /** As the index says it. */
  readonly title: string;
  /** For programs that read the index: which record it is of. */
  readonly about: JsonObject;
  /** What the names of its photos begin with; absent = its photos are not packed. */
  readonly photosOf?: string;
  /** What is rendered, or the stored file as it is. */
  readonly source: { readonly input: () => Promise<ExportInput | ReportInput> } | { readonly photo: StoredPhoto };
}

export interface PackPlan {
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly { readonly title: string; readonly reason: string }[];
}

const pdf = 'pdf';

/** Incidents of one pack. */
const mostIncidents = 10_000;

export async function planOf(wanted: Wanted, most = mostIncidents): Promise<PackPlan> {
  const { needs } = wanted.asked;
  const [mayPermits, mayIncidents] = [needs.includes('permits:read'), needs.includes('incidents:read')];
  const documents = await documentsOf(wanted);
  const inForce = documents.filter(({ body }) => typeof body['current_approved_version'] === 'number');
  const found = mayIncidents ? await incidentsOf(wanted, most + 1) : [];
  const incidents = found.slice(0, most);
  const archived = await documentsOf(wanted, ['archived']);
  return {
    files: [
      ...(mayPermits ? [report('Permit register', () => permitRegisterOf(wanted))] : []),
      report('Briefing matrix', () => briefingMatrixOf(wanted)),
      ...inForce.map((document) => documentFile(wanted, document)),
      ...(mayPermits ? (await permitsOf(wanted)).map((permit) => permitFile(wanted, permit)) : []),
      ...incidents.map((incident) => incidentFile(wanted, incident)),
    ],
    leftOut: [
      ...(mayPermits
        ? []
        : [{ title: 'Permits to work', reason: 'The person who asked for this pack may not read them.' }]),
      ...(mayIncidents
        ? []
        : [{ title: 'Incidents', reason: 'The person who asked for this pack may not read them.' }]),
      ...documents
        .filter((document) => !inForce.includes(document))
        .map((document) => ({ title: nameOf(document.body), reason: 'No version has been approved yet.' })),
      ...archived.map(({ body }) => ({ title: nameOf(body), reason: 'The document is archived.' })),
      ...(found.length > most
        ? [
            {
              title: `Incidents beyond the first ${most.toLocaleString('en-GB')}`,
              reason: 'A pack has no more of them. Ask for a pack of one site.',
            },
          ]
        : []),
    ],
  };
}

function report(title: string, input: () => Promise<ReportInput>): PlannedFile {
  return { folder: 'registers', name: title, ending: pdf, title, about: { kind: 'register' }, source: { input } };
}

function documentFile(
  { db, organisationId, blobs, asked: { paper, photos }, printedAt, publicUrl }: Wanted,
  { id, body }: StoredRecord,
): PlannedFile {
  const version = Number(body['current_approved_version']);
  const asked = { document_id: id, document_version: version, format: 'pdf', paper, photos };
  return {
    folder: 'documents',
    name: [body['reference'], `v${version}`, body['title']].filter(Boolean).map(String).join(' '),
    ending: pdf,
    title: `${nameOf(body)}, version ${version}`,
    about: { kind: 'document', id, version },
    photosOf: String(body['reference'] || body['title']),
    source: { input: () => exportInput(db, organisationId, blobs, asked, { printedAt, publicUrl }) },
  };
}

function permitFile(wanted: Wanted, permit: RegisteredPermit): PlannedFile {
  const number = String(permit['permit_number'] ?? 'Permit');
  return {
    folder: 'permits',
    name: number,
    ending: pdf,
    title: [number, permit['title']].filter(Boolean).map(String).join(', '),
    about: { kind: 'permit', id: permit.id, state: permit['state'] ?? null },
    photosOf: number,
    source: {
      input: async () => {
        const ids = (permit['linked_document_ids'] ?? []) as readonly string[]; // as the permit's schema says
        const linked = await namedDocuments(wanted.db, wanted.organisationId, ids);
        const own = { ...wanted, asked: { ...wanted.asked, site_id: permit.site_id ?? null } };
        const photos = wanted.asked.photos ? await sitePhotos(wanted, permit.site_id, watchPhotoIds(permit)) : null;
        return { ...(await frameOf(own)), form: 'permit_sheet', permit, linked: linkedIn(linked), photos };
      },
    },
  };
}

function incidentFile(wanted: Wanted, { id, body }: StoredRecord): PlannedFile {
  const name = String(body['reference'] ?? 'Incident');
  return {
    folder: 'incidents',
    name,
    ending: pdf,
    title: name,
    about: { kind: 'incident', id },
    photosOf: name,
    source: { input: () => incidentSheetOf(wanted, id) },
  };
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
};

/** The photos that a file prints, as they were stored. */
export function photoFiles(
  { photosOf = '' }: PlannedFile,
  photos: Readonly<Record<string, StoredPhoto>>,
): PlannedFile[] {
  return Object.entries(photos).map(([id, photo], i) => ({
    folder: isSheet(photo) ? 'sheets' : 'photos',
    name: isSheet(photo) ? `${photosOf} ${sheetName(photo, i)}` : `${photosOf} photo ${i + 1}`,
    ending: endings[photo.media_type] ?? 'bin',
    title: isSheet(photo) ? `${photosOf}, sheet ${sheetName(photo, i)}` : `${photosOf}, photo ${i + 1}`,
    about: { kind: 'photo', id },
    source: { photo },
  }));
}

function sheetName({ file_name: name }: StoredPhoto, i: number): string {
  return name?.replace(/\.pdf$/i, '') || String(i + 1);
}

function nameOf({ reference, title }: JsonObject): string {
  return [reference, title].filter(Boolean).map(String).join(' ') || 'A document without a name';
}
