/**
 * A pane at the side folds to its button where three panes fit, by that button or by its key. This browser keeps which are folded.
 * The key is that of the button: a screen with a pane of its own has it later in the page than the rooms.
 */
import { useSyncExternalStore } from 'preact/compat';
import { IconButton } from '../../ui/button.tsx';
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';
import { isWide } from './use-is-wide.ts';

const keys = { rooms: '[', outline: '[', preview: ']', score: ']' } as const;
const words = { rooms: 'menu', outline: 'outline', preview: 'preview', score: 'score' } as const;
type Pane = keyof typeof keys;

const changed = new EventTarget();
const changeName = 'change';

function isKeptFolded(pane: Pane): boolean {
  return keptChoice(`sitefile-pane-${pane}`) === 'folded';
}

/** Whether it is hidden now: a narrower window shows it all the same. */
export function isFolded(pane: Pane): boolean {
  return isWide() && isKeptFolded(pane);
}

export function foldPane(pane: Pane, isFold: boolean): void {
  keepChoice(`sitefile-pane-${pane}`, isFold ? 'folded' : null);
  changed.dispatchEvent(new Event(changeName));
}

/** For the element around its button and what folds. */
export function useFoldedClass(pane: Pane): string {
  return useSyncExternalStore(subscribe, () => isKeptFolded(pane)) ? ' folded' : '';
}

export function FoldButton({ pane }: { readonly pane: Pane }) {
  const folded = useSyncExternalStore(subscribe, () => isKeptFolded(pane));
  const isLeft = keys[pane] === '[';
  return (
    <span class="fold">
      <IconButton
        expanded={!folded}
        icon={isLeft === folded ? 'chevron-right' : 'chevron-left'}
        label={`${folded ? 'Show' : 'Hide'} the ${words[pane]}`}
        onClick={() => foldPane(pane, !folded)}
        shortcut={keys[pane]}
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
