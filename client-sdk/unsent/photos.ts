/** Photos that wait, in an export of unsent work and out of one (contract, Devices, DV91 to DV94): always with their bytes, whole or not at all. */
import { Problem } from '../../shared/model/problem.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { maxUnsentPhotoBytes, requireSame, UnsentFileError, type UnsentPhoto } from '../../shared/sync/unsent-file.ts';
import type { MutatorContext } from '../write/mutator.ts';
import { fromBase64, toBase64 } from '../base/base64.ts';
import type { Photos, WaitingPhoto } from '../sync/photos.ts';

/**
 * `ids` = of those that go along; absent = all. Throws UnsentFileError `too_large` or `photo_damaged`, and a Problem `not_found` where one
 * that is named does not wait here.
 */
export async function photosFor(photos: Photos, ids: readonly string[] | undefined): Promise<readonly UnsentPhoto[]> {
  requireHere(photos, ids ?? []);
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

/** An export without a photo that was asked for would pass for one that holds it. */
function requireHere(photos: Photos, ids: readonly string[]): void {
  const strange = ids.filter((id) => photos.list().every((photo) => photo.id !== id));
  if (strange.length === 0) return;
  const detail = 'is not the id of a photo that waits here: perhaps the server has it by now';
  throw new Problem('not_found', `No photo that waits here has the id ${strange.join(', ')}.`, {
    errors: strange.map((id) => ({ pointer: `#/photos/${ids.indexOf(id)}`, code: 'reference_unknown', detail })),
  });
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
export async function importPhotos(
  read: readonly ReadPhoto[],
  photos: Photos,
  { journal }: MutatorContext,
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
