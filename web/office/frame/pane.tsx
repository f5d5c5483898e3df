/**
 * A pane at the side folds to its button where three panes fit, by that button or by its key. This browser keeps which are folded.
 * The key is that of the button: a screen with a pane of its own has it later in the page than the rooms.
 */
import { useSyncExternalStore } from 'preact/compat';
import { IconButton } from '../../ui/button.tsx';
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';

const names = { rooms: '[', outline: '[', preview: ']', score: ']' } as const;
type Pane = keyof typeof names;

const changed = new EventTarget();
const changeName = 'change';

export function isFolded(pane: Pane): boolean {
  return keptChoice(`sitefile-pane-${pane}`) === 'folded';
}

export function foldPane(pane: Pane, isFold: boolean): void {
  keepChoice(`sitefile-pane-${pane}`, isFold ? 'folded' : null);
  changed.dispatchEvent(new Event(changeName));
}

/** For the element around its button and what folds. */
export function useFoldedClass(pane: Pane): string {
  return useSyncExternalStore(subscribe, () => isFolded(pane)) ? ' folded' : '';
}

export function FoldButton({ pane }: { readonly pane: Pane }) {
  const folded = useSyncExternalStore(subscribe, () => isFolded(pane));
  const isLeft = names[pane] === '[';
  return (
    <span class="fold">
      <IconButton
        icon={isLeft === folded ? 'chevron-right' : 'chevron-left'}
        label={`${folded ? 'Show' : 'Fold'} the ${pane}`}
        onClick={() => foldPane(pane, !folded)}
        shortcut={names[pane]}
      />
    </span>
  );
}

/** Presses the button that has this key, where it is shown. */
export function pressFold(key: string): boolean {
  const buttons = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts='${key}']`);
  const last = [...buttons].findLast((each) => each.checkVisibility());
  last?.click();
  return last !== undefined;
}

function subscribe(listen: () => void): () => void {
  changed.addEventListener(changeName, listen);
  return () => changed.removeEventListener(changeName, listen);
}
