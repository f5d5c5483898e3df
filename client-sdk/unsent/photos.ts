/** Photos in an export of unsent work (contract, Device, DV91 to DV94): always with their bytes, and in place of their commands. */
import { Problem } from '../../shared/model/problem.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { maxUnsentPhotoBytes, requireSame, UnsentFileError, type UnsentPhoto } from '../../shared/sync/unsent-file.ts';
import type { MutatorContext } from '../write/mutator.ts';
import { fromBase64, toBase64 } from '../base/base64.ts';
import type { WaitingPhoto } from '../base/waiting-photo.ts';
import type { Photos } from '../sync/photos.ts';

/**
 * `ids` = the photos to include; by default all that the app does not withhold. Throws UnsentFileError `too_large` or `photo_damaged`, and a Problem `not_found` if one of
 * them does not wait here.
 */
export async function photosFor(photos: Photos, ids: readonly string[] | undefined): Promise<readonly UnsentPhoto[]> {
  requireHere(photos, ids ?? []);
  const unsettled = photos.unsettled();
  const wanted = ids ? unsettled.filter(({ id }) => ids.includes(id)) : await photos.withheld.without(unsettled);
  const total = wanted.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > maxUnsentPhotoBytes)
    throw new UnsentFileError(
      'too_large',
      `The waiting photos have ${total} bytes, and one export holds ${maxUnsentPhotoBytes}: make several exports, each with some of them in \`photos\`.`,
    );
  const found: UnsentPhoto[] = [];
  for (const photo of wanted) {
    const bytes = await photos.read(photo);
    if (sha256Hex(bytes) === photo.sha256) found.push({ ...photo, base64: toBase64(bytes) });
    // It may have been delivered meanwhile.
    else if (photos.unsettled().some(({ id }) => id === photo.id))
      throw new UnsentFileError(
        'photo_damaged',
        `The photo ${photo.id} cannot be read: discard it, or export without it.`,
      );
  }
  return found;
}

/** Rather than silently leaving out a requested photo. */
function requireHere(photos: Photos, ids: readonly string[]): void {
  const missing = ids.filter((id) => photos.unsettled().every((photo) => photo.id !== id));
  if (missing.length === 0) return;
  const detail = 'is not the id of a waiting photo; the server may have it by now';
  throw new Problem('not_found', `No waiting photo has the id ${missing.join(', ')}.`, {
    errors: missing.map((id) => ({ pointer: `#/photos/${ids.indexOf(id)}`, code: 'reference_unknown', detail })),
  });
}

export interface ReadPhoto {
  readonly photo: WaitingPhoto;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Throws UnsentFileError `not_an_export` if a photo does not match its hash. */
export function readPhotos(photos: readonly UnsentPhoto[]): readonly ReadPhoto[] {
  return photos.map(({ base64, ...photo }) => {
    const bytes = decoded(base64);
    requireSame(photo, bytes.length, sha256Hex(bytes));
    return { photo, bytes };
  });
}

/** Returns the ids of the photos that were neither here nor imported before. */
export async function importPhotos(
  read: readonly ReadPhoto[],
  photos: Photos,
  { journal, replica }: MutatorContext,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const { photo, bytes } of read) {
    const isHere = photos.hasFile(photo.id) || (await replica.record(photo.id)) !== undefined;
    if (isHere || journal.state.imported_photos.includes(photo.id)) continue;
    await photos.put(photo, bytes);
    await journal.change(({ state }) => ({ state: { imported_photos: [...state.imported_photos, photo.id] } }));
    taken.push(photo.id);
  }
  return taken;
}

/** Empty if the text is not base64. */
function decoded(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array();
  }
}
