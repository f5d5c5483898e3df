/** A photo as it is kept, by whichever door it came: looked at, cleaned of metadata, and stored under the hash of what is left. */
import { invalid } from '../../shared/model/validation.ts';
import { ImageHead, type PhotoType } from './image-head.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { cleanPhoto } from './clean.ts';
import type { CleanPhoto } from './cleaned.ts';
import { jpegSize } from './jpeg-size.ts';

export const maxPhotoBytes = 15 * 1024 * 1024;
/** A picture that decodes to more would cost each viewer hundreds of megabytes. */
const maxPixels = 40_000_000;

export interface KeptPhoto {
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: PhotoType;
  readonly width: number | null;
  readonly height: number | null;
  /** Where it was taken, as its metadata said. */
  readonly place: CleanPhoto['place'];
}

/** Throws `unsupported_media_type`, and `validation_failed` where the picture is too large. */
export async function keepPhoto(blobs: BlobStore, organisationId: string, sent: Buffer): Promise<KeptPhoto> {
  const head = new ImageHead();
  head.add(sent);
  const { bytes, place } = cleanPhoto(sent, head.type);
  const { width, height } = sizeOf(bytes, head.type);
  if ((width ?? 0) * (height ?? 0) > maxPixels)
    throw invalid([
      { pointer: '#/photos', code: 'too_big', detail: `must be pictures of ${maxPixels} pixels or fewer` },
    ]);
  const { sha256, size } = await blobs.put(organisationId, bytes, maxPhotoBytes);
  return { sha256, bytes: size, media_type: head.type, width, height, place };
}

/** Of the kept file: without metadata, nothing comes between the beginning of a file and its size. */
function sizeOf(cleaned: Buffer, type: PhotoType): ImageHead['size'] {
  if (type === 'image/jpeg') return jpegSize(cleaned) ?? { width: null, height: null };
  const head = new ImageHead();
  head.add(cleaned);
  return head.size;
}
