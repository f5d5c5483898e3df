/** Stores an uploaded photo, by REST or sync: checks it, removes its metadata, and stores the result under its hash. */
import { Problem } from '../../shared/model/problem.ts';
import { invalid } from '../../shared/model/validation.ts';
import { ImageHead, type PhotoType, type PictureType } from './image-head.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { cleanPhoto } from './clean.ts';
import type { CleanPhoto } from './cleaned.ts';
import { jpegSize } from './jpeg-size.ts';
import { requireDisk } from './quota.ts';
import { inspectSheet, sheetType } from './sheets/sheet.ts';

export const maxPhotoBytes = 15 * 1024 * 1024;
/** Decoding a larger picture takes a viewer hundreds of megabytes. */
export const maxPixels = 40_000_000;

export interface KeptPhoto {
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: PhotoType;
  readonly width: number | null;
  readonly height: number | null;
  /** Of a sheet; null = it is a picture. */
  readonly pages: number | null;
  /** Where it was taken, from its metadata. */
  readonly place: CleanPhoto['place'];
}

/** The file in memory, because metadata may be at its end. Reading stops at once where it is not a photo, or larger than `most` bytes. */
export async function readPhoto(content: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const head = new ImageHead();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    head.add(chunk);
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > most) throw new Problem('payload_too_large', `A photo is larger than ${most} bytes.`);
  }
  return Buffer.concat(chunks);
}

/** Throws `unsupported_media_type`, and `validation_failed` where the picture is too large, and `unavailable` for the disk. */
export async function keepPhoto(blobs: BlobStore, organisationId: string, sent: Buffer): Promise<KeptPhoto> {
  const head = new ImageHead();
  head.add(sent);
  if (head.type === sheetType) return await keepSheet(blobs, organisationId, sent);
  const { bytes, place } = cleanPhoto(sent, head.type);
  const { width, height } = sizeOf(bytes, head.type);
  if ((width ?? 0) * (height ?? 0) > maxPixels)
    throw invalid([
      { pointer: '#/photos', code: 'too_big', detail: `must be pictures of ${maxPixels} pixels or fewer` },
    ]);
  requireDisk(await blobs.freeBytes(), bytes.byteLength);
  const { sha256, size } = await blobs.put(organisationId, bytes, maxPhotoBytes);
  return { sha256, bytes: size, media_type: head.type, width, height, pages: null, place };
}

/** As it was sent: a sheet is a document of its supplier. */
async function keepSheet(blobs: BlobStore, organisationId: string, sent: Buffer): Promise<KeptPhoto> {
  const pages = await inspectSheet(organisationId, sent);
  requireDisk(await blobs.freeBytes(), sent.byteLength);
  const { sha256, size } = await blobs.put(organisationId, sent, maxPhotoBytes);
  return { sha256, bytes: size, media_type: sheetType, width: null, height: null, pages, place: null };
}

/** Size of the cleaned photo: without metadata, its header is at the start of the file. */
function sizeOf(cleaned: Buffer, type: PictureType): ImageHead['size'] {
  if (type === 'image/jpeg') return jpegSize(cleaned) ?? { width: null, height: null };
  const head = new ImageHead();
  head.add(cleaned);
  return head.size;
}
