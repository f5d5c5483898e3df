/**
 * Rows of a list without ids, known by what they hold: each keeps its fields, and with them the focus and what is half written there, where
 * another is added above, removed or moved. A row that holds what one held is that row, first of all in its place; one that is new in its
 * place is what became of the row there.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { standIn } from '../input/focus-keeper.ts';
import { movedTo } from './row-steps.ts';

interface Keyed {
  readonly key: number;
  readonly text: string;
}

/** `texts` = what each row holds. */
export function useRowKeys(texts: readonly string[]) {
  const rows = useRef<readonly Keyed[]>([]);
  const next = useRef(0);
  rows.current = followed(rows.current, texts, () => next.current++);
  return {
    of: (at: number): number | undefined => rows.current[at]?.key,
    /** Before it goes to another place. */
    move: (at: number, to: number): void => void (rows.current = movedTo(rows.current, at, to)),
    /** Before it leaves the list. */
    remove: (at: number): void => void (rows.current = rows.current.toSpliced(at, 1)),
  };
}

function followed(before: readonly Keyed[], texts: readonly string[], fresh: () => number): readonly Keyed[] {
  const left = new Set(before);
  const keys: (number | undefined)[] = texts.map(() => undefined);
  const claim = (of: (text: string, at: number) => Keyed | undefined): void =>
    texts.forEach((text, at) => {
      const row = keys[at] === undefined ? of(text, at) : undefined;
      if (row && left.delete(row)) keys[at] = row.key;
    });
  claim((text, at) => (before[at]?.text === text ? before[at] : undefined));
  claim((text) => [...left].find((row) => row.text === text));
  claim((_, at) => before[at]);
  return texts.map((text, at) => ({ text, key: keys[at] ?? fresh() }));
}

/** What is moved with its row has the focus still. `onGone` is told where its row is not there any more. */
export function useFocusInRows(group: { readonly current: HTMLElement | null }, onGone?: () => void): void {
  const { activeElement: active } = document;
  const isInRow =
    active instanceof HTMLElement && active.closest('.written-row, .question') && group.current?.contains(active);
  const focused = isInRow ? active : null;
  useLayoutEffect(() => {
    if (focused === null || document.activeElement !== document.body) return;
    if (focused.isConnected) return focused.focus();
    if (group.current) takeKeys(group.current);
    onGone?.();
  });
}

/** What is typed on is no command of the page, and nothing of another row. */
function takeKeys(group: HTMLElement): void {
  const stop = (event: KeyboardEvent): void => {
    if (event.target === group && !event.ctrlKey && !event.metaKey) event.stopPropagation();
  };
  group.addEventListener('keydown', stop);
  standIn(group);
  group.addEventListener('blur', () => group.removeEventListener('keydown', stop), { once: true });
}
