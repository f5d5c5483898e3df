/** Removes an entry at once and offers Undo, which brings the same entry back, at its place. */
import { tell } from '../../../ui/toasts.tsx';

export async function removedWithUndo(
  name: string,
  remove: () => Promise<unknown>,
  bringBack: () => Promise<unknown>,
): Promise<void> {
  await remove();
  tell(`${name} is removed.`, bringBack);
}
