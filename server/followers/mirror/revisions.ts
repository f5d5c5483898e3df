/**
 * Revisions of a mirror's documents (contract, Mirrors, MR2). The second part of a revision is the digest of the body, so that equal content
 * is recognised by its revision alone, whichever process wrote it and however often. The first part is our own revision of the record, or one more
 * than what it replaces: CouchDB shows the revision with the highest number.
 */
import { hash } from 'node:crypto';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';

/** A document as the mirror should have it. */
export interface WantedDocument {
  readonly id: string;
  /** Null = a tombstone, if there is anything to remove. */
  readonly body: JsonObject | null;
  /** Of the body; the second part of the revision. */
  readonly digest: string;
  /** Our own revision. */
  readonly generation: number;
  /** The last change of the records that it is made of, in the feed. */
  readonly seq: number;
  readonly file?: MirroredFile;
}

/** A file that comes with the document, found by its hash. */
export interface MirroredFile {
  readonly name: string;
  readonly mediaType: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A revision that the mirror has. */
export interface Leaf {
  readonly rev: string;
  readonly deleted: boolean;
}

export interface Revised {
  readonly _id: string;
  readonly _rev: string;
  readonly _revisions: { readonly start: number; readonly ids: readonly string[] };
  readonly _deleted?: true;
  readonly _attachments?: Readonly<Record<string, { readonly content_type: string; readonly data: string }>>;
}

/** A longer way to our own revision would be a long list of ancestors that never were. */
const mostSkipped = 100;

export function wantedDocument(
  id: string,
  body: JsonObject | null,
  from: Pick<WantedDocument, 'generation' | 'seq' | 'file'>,
): WantedDocument {
  const sound = body && wellFormed(body);
  return { id, body: sound, digest: digestOf(canonical({ _id: id, ...(sound ?? { _deleted: true }) })), ...from };
}

/** CouchDB takes no lone surrogates; JSON, and so our own interface, does. */
function wellFormed(body: JsonObject): JsonObject {
  const text = JSON.stringify(body);
  if (!/\\ud[89a-f]/i.test(text)) return body;
  const whole = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);
  return JSON.parse(JSON.stringify(body, whole)) as JsonObject; // was one
}

export function isCurrent(wanted: WantedDocument, leaf: Leaf | undefined): boolean {
  if (wanted.body === null) return leaf === undefined || leaf.deleted;
  return leaf !== undefined && !leaf.deleted && partsOf(leaf.rev).hash === wanted.digest;
}

/** The document as it is written: a child of the leaf, so that it replaces it and makes no conflict. */
export function revised(wanted: WantedDocument, leaf: Leaf | undefined): Revised {
  const { digest } = wanted;
  const parent = leaf && partsOf(leaf.rev);
  const next = (parent?.generation ?? 0) + 1;
  const own = Math.max(wanted.generation, 1);
  const start = own < next || (parent && own - next > mostSkipped) ? next : own;
  const skipped = parent
    ? Array.from({ length: start - next }, (_, i) => digestOf(`${wanted.id} ${start - 1 - i}`))
    : [];
  const ids = [digest, ...skipped, ...(parent ? [parent.hash] : [])];
  const head = { _id: wanted.id, _rev: `${start}-${digest}`, _revisions: { start, ids } };
  return wanted.body === null ? { ...head, _deleted: true } : { ...wanted.body, ...head };
}

/** Ends a branch that somebody else made. */
export function ended(id: string, rev: string): Revised {
  return revised(wantedDocument(id, null, { generation: 0, seq: 0 }), { rev, deleted: false });
}

/** 128 bits, the length of CouchDB's own. */
function digestOf(text: string): string {
  return hash('sha256', text).slice(0, 32);
}

function partsOf(rev: string): { readonly generation: number; readonly hash: string } {
  const dash = rev.indexOf('-');
  return { generation: Number(rev.slice(0, dash)), hash: rev.slice(dash + 1) };
}
