/** For a list whose rows have a button that removes them: one press removes one, and while there are others, the focus stays among them. */
import { useRef } from 'preact/hooks';
import { useOnePress } from './one-press.ts';
import { useFocusInRows } from './row-keys.ts';

/** `list` = for the element around the rows; `noteRemoved` at each press that removes one. */
export function useRemovals() {
  const ref = useRef<HTMLUListElement>(null);
  useFocusInRows(ref);
  const { noteRemoved, guards } = useOnePress();
  return { noteRemoved, list: { ref, ...guards } };
}
