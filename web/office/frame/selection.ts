/** Rows that a person selected in a table, by X or by their boxes, until Esc, or until the list is another one. */
import { useEffect, useState } from 'preact/hooks';
import { isCommand } from './key-commands.ts';

export interface Selection {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
}

/** `list` = which rows it is about: its filters and page. */
export function useSelection(list: string): Selection {
  const [selected, setSelected] = useState<{ readonly list: string; readonly ids: readonly string[] }>({
    list,
    ids: [],
  });
  const ids = selected.list === list ? selected.ids : [];
  const set = (to: readonly string[]): void => setSelected({ list, ids: to });
  useEffect(() => {
    if (ids.length === 0) return undefined;
    const press = ({ key, target }: KeyboardEvent): void => {
      // What is open is closed first.
      const isElsewhere = target instanceof Element && target.closest('dialog, .sticks, input[type=search]') !== null;
      if (key === 'Escape' && !isElsewhere) set([]);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [ids.length, list]);
  return {
    has: (id) => ids.includes(id),
    toggle: (id) => set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
    set,
  };
}

/** For a row whose title has the focus: X selects it, and with Shift leads to what can be done with all of them. */
export function selectByKey(event: KeyboardEvent, toggle: () => void): void {
  if (event.key.toLowerCase() !== 'x' || !isCommand(event) || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  if (event.shiftKey) document.querySelector<HTMLElement>('.selected button')?.focus();
  else toggle();
}
