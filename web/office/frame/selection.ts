/**
 * Rows that a person selected in a table, by X or by their boxes, until Esc, or until the list is another one. Who opened something from the
 * list and comes back finds them selected still.
 */
import { useEffect, useState } from 'preact/hooks';
import { cameBack } from '../base/place.ts';
import { isCommand } from './key-commands.ts';

export interface Selection {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
  /** Of one that is done with. */
  readonly drop: (id: string) => void;
}

interface Selected {
  /** Which rows it is about: the filters and the page of their list. */
  readonly list: string;
  readonly ids: readonly string[];
}

let last: Selected = { list: '', ids: [] };

/** `shown` = the ids of its rows, once they are read: what leaves the list is not selected any more. */
export function useSelection(list: string, shown: readonly string[] | undefined): Selection {
  const [{ ids }, setSelected] = useState(() => {
    if (last.list !== list || !cameBack()) last = { list, ids: [] };
    return last;
  });
  const set = (to: readonly string[]): void => setSelected((last = { list, ids: to }));
  useEffect(() => {
    if (last.list !== list) set([]);
  }, [list]);
  useEffect(() => {
    if (shown && !ids.every((id) => shown.includes(id))) set(ids.filter((id) => shown.includes(id)));
  }, [shown?.join(), ids]);
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
    has: (id) => last.list === list && ids.includes(id),
    toggle: (id) => set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
    set,
    drop: (id) => setSelected((last = { ...last, ids: last.ids.filter((each) => each !== id) })),
  };
}

/** For a row whose title has the focus: X selects it, and with Shift leads to what can be done with all of them. */
export function selectByKey(event: KeyboardEvent, toggle: () => void): void {
  if (event.key.toLowerCase() !== 'x' || !isCommand(event) || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  if (event.shiftKey) document.querySelector<HTMLElement>('.selected button')?.focus();
  else toggle();
}
