/** Removes an entry at once and offers Undo, which makes it again as it was, at its place, but as an entry with an id of its own. */
import { tell } from '../../../ui/toasts.tsx';

export async function removedWithUndo(
  name: string,
  remove: () => Promise<unknown>,
  makeAgain: () => Promise<unknown>,
): Promise<void> {
  await remove();
  tell(`${name} is removed.`, makeAgain);
}

/** What a reply says beside what people write; ids of rows inside stay, so that comments and photos find them. */
const derived = new Set([
  'id',
  'document_id',
  'created_at',
  'updated_at',
  'created_by',
  'revision',
  'position',
  'risk_before',
  'band_before',
  'risk_after',
  'band_after',
]);

/** The fields of an entry that make another one like it. */
export function writableOf<Entry extends object>(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !derived.has(name))) as Entry; // less what the server derives
}

/** The order of a list with the entry that was made again where the removed one was. */
export function orderWith(entries: readonly { readonly id: string }[], removed: string, made: string): string[] {
  return entries.map(({ id }) => (id === removed ? made : id));
}
