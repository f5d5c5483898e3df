/** What a mirror should hold: for changed records, the documents that follow from them; for a document's id, what it should be. */
import { isJsonObject } from '../../../shared/base/json.ts';
import { liveOf, ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { entryKinds } from '../../../shared/resources/entry-kinds.ts';
import { toRecord } from '../../commit/record-rows.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByDocuments, loadByIds } from '../../store/records/records.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import type { RecordTable } from '../../store/tables/tables.ts';
import { designs } from './designs.ts';
import { approvedDocuments, idOf, idsOf, isPlain, plainDocument, removed } from './documents.ts';
import { wantedDocument, type MirroredFile, type WantedDocument } from './revisions.ts';

/** What the mirror is limited to. */
export interface Limits {
  readonly kinds: ReadonlySet<string>;
  /** Null = the whole organisation. */
  readonly projects: ReadonlySet<string> | null;
}

export function limitsOf({ kinds, project_ids, attachments }: MirrorTable): Limits {
  // Both were written by the REST API, from checked lists.
  const held = JSON.parse(kinds) as readonly string[];
  const projects = project_ids === null ? null : new Set(JSON.parse(project_ids) as readonly string[]);
  return { kinds: new Set([...held, ...(attachments === 1 ? ['export'] : [])]), projects };
}

/** The document that decides about records of these kinds. */
const groupOf: Readonly<Record<string, (row: RecordTable) => string | null>> = {
  document: ({ id }) => id,
  export: ({ document_id: document }) => document,
};

/** The documents that follow from the rows, each once. Rows are of the kinds that mirrors are made of. */
export async function wantedFor(
  db: Db,
  orgId: string,
  rows: readonly RecordTable[],
  limits: Limits,
): Promise<WantedDocument[]> {
  const projectOf = await projectsApproved(db, orgId, rows, limits);
  const single = rows
    .filter(({ kind }) => !Object.hasOwn(groupOf, kind))
    .map((row) => ofRow(row, projectOf(row), limits));
  const about = rows.flatMap((row) => groupOf[row.kind]?.(row) ?? []);
  const grouped = await ofDocuments(db, orgId, about, limits);
  return [...new Map([...single, ...grouped].map((wanted) => [wanted.id, wanted])).values()].filter(({ id }) =>
    limits.kinds.has(kindOf(id)),
  );
}

/** One record, one document: projects, sites, versions and sign-offs. */
function ofRow(row: RecordTable, project: string, limits: Limits): WantedDocument {
  const { kind, id, seq, deleted } = row;
  const isHeld = deleted === 0 && isInside(project, limits);
  return isHeld && isPlain(kind) ? plainDocument(kind, toRecord(row)) : removed(kind, id, seq);
}

/** Evidence of one version of its document, and which version that is. */
const versionOf: Readonly<Record<string, (record: StoredRecord) => unknown>> = {
  version: ({ body }) => body['version'],
  signoff: ({ body }) => body['document_version'],
};

/** The project of each row: of versions and sign-offs the one that was approved, whatever a draft says meanwhile. */
async function projectsApproved(
  db: Db,
  orgId: string,
  rows: readonly RecordTable[],
  { projects }: Limits,
): Promise<(row: RecordTable) => string> {
  if (projects === null) return ({ scope }) => scope;
  const about = rows.flatMap((row) => (Object.hasOwn(versionOf, row.kind) ? (row.document_id ?? []) : []));
  const versions = await loadByDocuments(db, orgId, [...new Set(about)], ['version']);
  const key = (document: string | null, version: unknown): string => `${document} ${String(version)}`;
  const byVersion = new Map(
    versions.map((row) => {
      const version = toRecord(row);
      return [key(row.document_id, version.body['version']), projectIn(version)] as const;
    }),
  );
  return (row) => {
    const number = versionOf[row.kind]?.(toRecord(row));
    return (number === undefined ? undefined : byVersion.get(key(row.document_id, number))) ?? row.scope;
  };
}

/** Of the content of a version; empty = none. */
function projectIn({ body: { content } }: StoredRecord): string {
  const project = isJsonObject(content) ? content['project_id'] : null;
  return typeof project === 'string' ? project : '';
}

/** `project` is empty for what belongs to the whole organisation, which a mirror of some projects leaves out. */
function isInside(project: string, { projects }: Limits): boolean {
  return projects === null || projects.has(project);
}

/** Everything that depends on which version of a document is in force: the document, its entries, and its exports. */
async function ofDocuments(db: Db, orgId: string, ids: readonly string[], limits: Limits): Promise<WantedDocument[]> {
  const wanted = [...new Set(ids)];
  const documents = await loadByIds(db, orgId, wanted);
  const around = await loadByDocuments(db, orgId, wanted, [
    'version',
    ...(limits.kinds.has('export') ? ['export'] : []),
  ]);
  const byDocument = Map.groupBy(around, ({ document_id: document }) => document);
  return documents.flatMap((row) => ofDocument(row, (byDocument.get(row.id) ?? []).map(toRecord), limits));
}

function ofDocument(row: RecordTable, around: readonly StoredRecord[], limits: Limits): WantedDocument[] {
  const document = toRecord(row);
  const versions = ofKind(around, 'version');
  const number = document.body['current_approved_version'];
  const approved = versions.find(({ body }) => body['version'] === number);
  const isInForce = row.deleted === 0 && row.status !== 'archived';
  const version = approved && isInForce && isInside(projectIn(approved), limits) ? approved : undefined;
  const held = version ? approvedDocuments(document, version) : [];
  const heldIds = new Set(held.map(({ id }) => id));
  const gone = idsOf(document.id, versions).filter((id) => !heldIds.has(id));
  return [
    ...held,
    ...gone.map((id) => wantedDocument(id, null, { generation: 0, seq: document.seq })),
    ...exportsOf(ofKind(around, 'export'), version, document.seq),
  ];
}

/** The last file of each format of the version in force. */
function exportsOf(all: readonly StoredRecord[], version: StoredRecord | undefined, seq: number): WantedDocument[] {
  const done = all.filter(
    (each) =>
      liveOf(each, 'export')?.body['status'] === 'completed' &&
      version !== undefined &&
      each.body['document_version'] === version.body['version'],
  );
  const byFormat = Map.groupBy(done, ({ body }) => String(body['format']));
  const newest = new Set(
    [...byFormat.values()].map((some) => some.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b))).at(-1)),
  );
  return all.map((each) =>
    newest.has(each)
      ? plainDocument('export', each, fileOf(each))
      : removed('export', each.id, Math.max(seq, each.seq)),
  );
}

function timeOf({ body, id }: StoredRecord): string {
  return `${String(body['completed_at'])} ${id}`;
}

function fileOf({ body: { format, sha256 } }: StoredRecord): MirroredFile {
  const isPdf = format === 'pdf';
  return {
    name: isPdf ? 'export.pdf' : 'export.docx',
    mediaType: isPdf ? 'application/pdf' : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    sha256: String(sha256).replace('sha256:', ''),
  };
}

const ownKinds = ['project', 'site', 'document', 'version', ...entryKinds, 'signoff', 'export'];
const ownId = new RegExp(`^(${ownKinds.join('|')}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Whether the id is one that only the mirror gives. */
export function isOwn(id: string): boolean {
  return ownId.test(id) || designs.some((design) => design.id === id);
}

export function kindOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}

export interface WantedByIds {
  readonly wanted: Map<string, WantedDocument>;
  /** Versions and sign-offs that the server does not know. It keeps their tombstones for ever, so it did not remove them. */
  readonly unknownEvidence: readonly string[];
}

/**
 * What each of these documents should be. `documentOf` says which document an entry belongs to, by the mirror's own word: its record may be
 * gone while the approved content still has it.
 */
export async function wantedByIds(
  db: Db,
  orgId: string,
  ids: readonly string[],
  limits: Limits,
  documentOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<WantedByIds> {
  const found = new Map<string, WantedDocument>(designs.map((design) => [design.id, design]));
  const own = ids.filter((id) => ownId.test(id));
  const rows = await loadByIds(
    db,
    orgId,
    own.map((id) => id.slice(id.indexOf(':') + 1)),
  );
  const known = new Set(rows.map(({ kind, id }) => idOf(kind, id)));
  const isEntry = (kind: string): boolean => (entryKinds as readonly string[]).includes(kind);
  const hints = await documentOf(own.filter((id) => isEntry(kindOf(id)) && !known.has(id)));
  const parents = rows.flatMap(({ kind, document_id: document }) => (isEntry(kind) ? (document ?? []) : []));
  const further = await loadByIds(db, orgId, [...new Set([...parents, ...hints.values()])]);
  const sources = [...rows, ...ofKind(further, 'document')].filter(({ kind }) => !isEntry(kind));
  for (const wanted of await wantedFor(db, orgId, sources, limits)) found.set(wanted.id, wanted);
  for (const id of own) if (!found.has(id)) found.set(id, wantedDocument(id, null, { generation: 0, seq: 0 }));
  const unknownEvidence = own.filter((id) => Object.hasOwn(versionOf, kindOf(id)) && !known.has(id));
  return { wanted: found, unknownEvidence };
}
