/**
 * Photos as they are printed (contract, Exports, EX47 to EX49): upright, in sRGB, on white, as small JPEG files. One is decoded at a time, and
 * only in strips, so that the largest costs no more memory than the smallest. What cannot be printed is told in words.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { StoredPhoto } from './input.ts';
import { isSheet, missingSheet, type MissingSheet, SheetRoom, type Sheet } from './sheets.ts';

export interface Picture {
  readonly jpeg: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pixels of the longer side: 300 to an inch at a width of 8 cm. */
const longestSide = 1000;
const maxBytes = 15 * 1024 * 1024;
const maxPixels = 40_000_000;
/** Of one file; each takes about 0.2 MB of it. */
export const mostPhotos = 60;

/** What an export has of a photo: the picture or the sheet, or why there is none. */
export type Scaled = Picture | Sheet | MissingSheet | string;

/** By the id of the photo. `drawsSheets`: their pages are printed. */
export async function scaledPictures(
  photos: Readonly<Record<string, StoredPhoto>>,
  drawsSheets: boolean,
): Promise<ReadonlyMap<string, Scaled>> {
  const scaled = new Map<string, Scaled>();
  const room = new SheetRoom();
  const sheetOf = async (photo: StoredPhoto): Promise<Sheet | string> => {
    const bytes = await soundBytes(photo);
    return typeof bytes === 'string' ? bytes : await room.sheetOf(bytes, photo, drawsSheets);
  };
  for (const [i, [id, photo]] of Object.entries(photos).entries()) {
    const isBeyond = i >= mostPhotos && `it is beyond the ${mostPhotos} that one file holds`;
    const found = isBeyond || (isSheet(photo) ? await sheetOf(photo) : await scaledPicture(photo));
    scaled.set(id, typeof found === 'string' && isSheet(photo) ? missingSheet(photo, found) : found);
  }
  return scaled;
}

/** The logo, or null where there is none that can be printed. */
export async function scaledLogo(logo: StoredPhoto | null | undefined): Promise<Picture | null> {
  if (!logo) return null;
  const picture = await scaledPicture(logo);
  return typeof picture === 'string' ? null : picture;
}

async function scaledPicture(photo: StoredPhoto): Promise<Picture | string> {
  if (photo.media_type === 'image/heic') return 'a HEIC picture cannot be printed; send it as JPEG';
  const bytes = await soundBytes(photo);
  if (typeof bytes === 'string') return bytes;
  try {
    return await upright(bytes);
  } catch {
    return 'its file is damaged';
  }
}

/** The stored file, or why it cannot be printed. */
async function soundBytes({ path, sha256 }: StoredPhoto): Promise<Buffer | string> {
  const size = await stat(path).then(
    (file) => file.size,
    () => null,
  );
  if (size === null) return 'its file is lost';
  if (size > maxBytes) return 'it is too large';
  try {
    const bytes = await readFile(path);
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : 'its file is damaged';
  } catch {
    return 'its file is damaged';
  }
}

async function upright(bytes: Buffer): Promise<Picture | string> {
  const { default: sharp } = await import('sharp'); // 20 MB, which a file without photos does not need
  sharp.cache(false);
  sharp.concurrency(1);
  const source = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const { width, height } = await source.metadata();
  if (width * height > maxPixels) return 'it is too large';
  const { data, info } = await source
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .jpeg({ quality: 78 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: new Uint8Array(data), width: info.width, height: info.height };
}
