/**
 * The documents of a mirror (contract, Mirrors, MR1): one for each record, with its plain fields as REST gives them. What it shows of a
 * document is the approved content, frozen; nothing of a draft. Confidential fields are left out by the rules of every reader.
 */
import type * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { contentFields } from '../../../shared/model/declared-fields.ts';
import { documentDeclarations } from '../../../shared/resources/document/shape.ts';
import { entryKinds, entryResources, type EntryKind } from '../../../shared/resources/entry-kinds.ts';
import type { MirrorKind } from '../../../shared/rest/mirrors.ts';
import { present } from '../../../shared/present.ts';
import { exportReply, projectReply, signoffReply, siteReply, versionReply } from '../../../shared/rest/shapes.ts';
import { visibleBody } from '../../../shared/visible.ts';
import { wantedDocument, type MirroredFile, type WantedDocument } from './revisions.ts';

export type DocumentKind = MirrorKind | 'export';

/** Who reads a mirror is unknown, so it shows what the least of all readers may see. */
const reader = { role: 'viewer' } as const;

/** Without what follows from other records: counts, links and lists that change while the record does not. */
const replies = {
  project: projectReply.omit({ site_ids: true }),
  site: siteReply,
  version: versionReply.omit({ signoffs_recorded: true, snapshot_url: true }),
  signoff: signoffReply.omit({ currency: true }),
  export: exportReply.omit({
    download_url: true,
    expires_at: true,
    current: true,
    stale_since: true,
    stale_because: true,
  }),
} satisfies Partial<Record<DocumentKind, z.ZodObject>>;
export type PlainKind = keyof typeof replies;

export function isPlain(kind: string): kind is PlainKind {
  return Object.hasOwn(replies, kind);
}

export function idOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}

/** The document of a record that is shown as REST shows it. */
export function plainDocument(kind: PlainKind, record: StoredRecord, file?: MirroredFile): WantedDocument {
  const seen = { ...record, body: visibleBody(kind, record.body, reader) };
  // The reply of a record is JSON.
  const fields = present(replies[kind] as z.ZodObject, seen) as JsonObject;
  const from = { generation: record.rev, seq: record.seq, ...(file ? { file } : {}) };
  return wantedDocument(idOf(kind, record.id), { kind, ...fields, revision: record.rev }, from);
}

export function removed(kind: string, id: string, seq: number): WantedDocument {
  return wantedDocument(idOf(kind, id), null, { generation: 0, seq });
}

const frozenFields = contentFields(documentDeclarations());

/** The approved document and its entries, from the version in force. */
export function approvedDocuments(document: StoredRecord, version: StoredRecord): WantedDocument[] {
  const { content, content_hash, version: number, approved_by, approved_at } = version.body;
  const frozen = isJsonObject(content) ? content : {};
  const from = { generation: Number(number), seq: Math.max(document.seq, version.seq) };
  const body = {
    kind: 'document',
    id: document.id,
    ...Object.fromEntries(frozenFields.map((name) => [name, frozen[name] ?? null])),
    status: 'approved',
    version: number,
    version_id: version.id,
    content_hash,
    content: frozen,
    approved_by,
    approved_at,
    created_at: document.created_at,
    created_by: document.created_by,
  };
  const around = { document_id: document.id, document_version: number, project_id: frozen['project_id'] ?? null };
  const entries = entryKinds.flatMap((kind) =>
    entriesIn(frozen, kind).map((entry) =>
      wantedDocument(idOf(kind, String(entry['id'])), { kind, ...entry, ...around }, from),
    ),
  );
  return [wantedDocument(idOf('document', document.id), body, from), ...entries];
}

/** The ids of everything that some version of the document put into the mirror, besides the version itself. */
export function idsOf(documentId: string, versions: readonly StoredRecord[]): string[] {
  const contents = versions.map(({ body: { content } }) => (isJsonObject(content) ? content : {}));
  const entries = contents.flatMap((content) =>
    entryKinds.flatMap((kind) => entriesIn(content, kind).map(({ id }) => idOf(kind, String(id)))),
  );
  return [...new Set([idOf('document', documentId), ...entries])];
}

function entriesIn(content: JsonObject, kind: EntryKind): JsonObject[] {
  const list: Json | undefined = content[entryResources[kind].entry.member];
  return Array.isArray(list) ? list.filter((entry): entry is JsonObject => isJsonObject(entry)) : [];
}
