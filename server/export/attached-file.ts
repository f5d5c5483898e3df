/**
 * What travels inside a PDF as canonical JSON: the content, whose hash is the content hash printed on the cover, and the sign-offs,
 * which hold each name as it was written.
 */
import { canonical } from '../../shared/crypto/canonical.ts';
import { isJsonList, isJsonObject, type Json } from '../../shared/base/json.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import type { ExportInput } from './input.ts';
import type { Sheet } from './sheets.ts';

export interface AttachedFile {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
  readonly type: 'application/json' | 'application/pdf';
  readonly relationship: 'Source' | 'Supplement';
  readonly sha256: string;
}

export interface AttachedFiles {
  readonly content: AttachedFile;
  /** null where nobody signed. */
  readonly signoffs: AttachedFile | null;
}

export function attachedFiles({ document, version, content, signoffs, include, form }: ExportInput): AttachedFiles {
  const reference = (document.reference || 'No reference').replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80);
  const name = `${reference}-${version === null ? 'draft' : `v${version}`}`;
  return {
    content: jsonFile(`${name}.json`, 'The content of this document as canonical JSON', content),
    signoffs:
      signoffs.length > 0 && include?.signoffs !== false && form !== 'display'
        ? jsonFile(`${name}-sign-offs.json`, 'The sign-offs of this document as canonical JSON', signoffs)
        : null,
  };
}

/** Mobile numbers are private (contract, Exports, EX3): a record is attached without them, under another hash. */
function jsonFile(name: string, description: string, value: Json): AttachedFile {
  const json = canonical(withoutMobiles(value));
  const sha256 = `sha256:${sha256Hex(json)}`;
  return { name, description, bytes: Buffer.from(json), type: 'application/json', relationship: 'Source', sha256 };
}

/** A sheet as it was sent: what it says is its supplier's, so that it supplements the document. */
export function attachedSheet({ sha256, file: bytes }: Sheet, name: string, description: string): AttachedFile {
  const [type, relationship] = ['application/pdf', 'Supplement'] as const;
  return { name, description, bytes, type, relationship, sha256: `sha256:${sha256}` };
}

function withoutMobiles(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutMobiles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'mobile' || member === undefined ? undefined : withoutMobiles(member),
    ]),
  );
}
