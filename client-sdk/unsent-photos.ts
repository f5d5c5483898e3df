/** Photos that wait, in an export of unsent work and out of one (contract, Devices, DV91 to DV94): always with their bytes, whole or not at all. */
import { sha256Hex } from '../shared/sha256.ts';
import { maxUnsentPhotoBytes, requireSame, UnsentFileError, type UnsentPhoto } from '../shared/unsent-file.ts';
import type { Tools } from './author.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { Photos, WaitingPhoto } from './photos.ts';

/** `ids` = of those that go along; absent = all. Throws UnsentFileError `too_large` or `photo_damaged`. */
export async function photosFor(photos: Photos, ids: readonly string[] | undefined): Promise<readonly UnsentPhoto[]> {
  const wanted = photos.list().filter(({ id }) => ids?.includes(id) ?? true);
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > maxUnsentPhotoBytes)
    throw new UnsentFileError(
      'too_large',
      `The photos that wait have ${total} bytes, and one export holds ${maxUnsentPhotoBytes}: name some of them in \`photos\`, and make several exports.`,
    );
  const found: UnsentPhoto[] = [];
  for (const photo of wanted) {
    const bytes = await photos.read(photo);
    if (sha256Hex(bytes) === photo.sha256) found.push({ ...photo, base64: toBase64(bytes) });
    // The server may have it since.
    else if (photos.list().some(({ id }) => id === photo.id))
      throw new UnsentFileError(
        'photo_damaged',
        `The photo ${photo.id} cannot be read: discard it, or export without it.`,
      );
  }
  return found;
}

export interface ReadPhoto {
  readonly photo: WaitingPhoto;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Throws UnsentFileError `not_an_export` where one of them is not what it says. */
export function readPhotos(photos: readonly UnsentPhoto[]): readonly ReadPhoto[] {
  return photos.map(({ base64, ...photo }) => {
    const bytes = decoded(base64);
    requireSame(photo, bytes.length, sha256Hex(bytes));
    return { photo, bytes };
  });
}

/** Ids of those that were not here yet, and were not taken in before. */
export async function takeInPhotos(
  read: readonly ReadPhoto[],
  photos: Photos,
  { journal }: Tools,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const { photo, bytes } of read) {
    const isHere = photos.list().some(({ id }) => id === photo.id);
    if (isHere || journal.state.imported_photos.includes(photo.id)) continue;
    await photos.put(photo, bytes);
    await journal.change(({ state }) => ({ state: { imported_photos: [...state.imported_photos, photo.id] } }));
    taken.push(photo.id);
  }
  return taken;
}

/** Text that is no base64 has no bytes. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array();
  }
}
