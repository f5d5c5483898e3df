/** Writes the documents that the mirror does not have as they should be. What it has already is not written again. */
import { buffer } from 'node:stream/consumers';
import type { OpenBlob } from '../../blobs/blobs.ts';
import { isCurrent, revised, type MirroredFile, type Revised, type WantedDocument } from './revisions.ts';
import type { Target } from './target.ts';

/** A larger file stays out of the mirror; the document says its size. */
const mostFileBytes = 16 * 1024 * 1024;
/** Of one look at what the mirror has. */
const mostIds = 1_000;

/** Resolves to the number of documents written. */
export async function writeDocuments(target: Target, files: Files, wanted: readonly WantedDocument[]): Promise<number> {
  let written = 0;
  for (let from = 0; from < wanted.length; from += mostIds) {
    const some = wanted.slice(from, from + mostIds);
    const leaves = await target.leaves(some.map(({ id }) => id));
    const stale = some.filter((each) => !isCurrent(each, leaves.get(each.id)));
    const documents = async function* () {
      for (const each of stale) yield await withFile(revised(each, leaves.get(each.id)), each, files);
    };
    await target.write(documents(), files.leftOut);
    written += stale.length;
  }
  return written;
}

/** The files of one organisation. */
export interface Files {
  readonly blobs: {
    open(organisationId: string, sha256: string): Promise<Pick<OpenBlob, 'size' | 'stream'> | null>;
  };
  readonly organisationId: string;
  /** Told of each document that the mirror does not hold whole. */
  readonly leftOut: (id: string) => void;
}

export async function withFile(document: Revised, { file }: WantedDocument, files: Files): Promise<Revised> {
  if (!file) return document;
  const data = await read(file, files);
  if (data === 'too large') files.leftOut(document._id);
  if (!Buffer.isBuffer(data)) return document;
  const attachment = { content_type: file.mediaType, data: data.toString('base64') };
  return { ...document, _attachments: { [file.name]: attachment } };
}

async function read({ sha256 }: MirroredFile, { blobs, organisationId }: Files): Promise<Buffer | 'too large' | null> {
  const found = await blobs.open(organisationId, sha256);
  if (!found) return null;
  if (found.size <= mostFileBytes) return await buffer(found.stream);
  found.stream.destroy();
  return 'too large';
}
