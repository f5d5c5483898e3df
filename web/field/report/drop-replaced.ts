/** Photos that must not be sent, at each start and before each photo is sent. Its work is loaded only where there is some. */
import { keysKept, readKept } from '../base/kept.ts';
import { photosPrefix, replacedKey, takenKey } from './replaced-key.ts';

/** At each start of this tab's sync. */
export async function dropReplaced(): Promise<void> {
  if ((await keysKept(photosPrefix)).length === 0) return;
  await (await import('./replaced-photos.ts')).dropAtStart();
  await (await import('./later-photos.ts')).recordLater();
}

/** Until they are dropped: also where a start failed to. */
export async function withheldPhotos(): Promise<readonly string[]> {
  const taken = (await readKept<readonly string[]>(takenKey)) ?? [];
  // Read last: photos move from the others to these.
  return [...taken, ...((await readKept<readonly string[]>(replacedKey)) ?? [])];
}
