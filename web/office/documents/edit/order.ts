/** Entries in the order that was asked for, until the server has it, and where the focus goes when one of them is removed. */
import { useEffect, useRef, useState } from 'preact/hooks';

interface Entry {
  readonly id: string;
}

/** One move counts from what the move before it left, however slow the line is. */
export function useOrder<Each extends Entry>(
  stored: readonly Each[],
  reorder: ((ids: string[]) => Promise<boolean>) | undefined,
) {
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const onTheirWay = useRef(0);
  useEffect(() => {
    if (onTheirWay.current === 0) setAsked(null);
  }, [stored]);
  const ask = async (ids: string[]): Promise<boolean> => {
    setAsked(ids);
    onTheirWay.current += 1;
    const isTaken = (await reorder?.(ids)) ?? false;
    onTheirWay.current -= 1;
    if (!isTaken) setAsked(null);
    return isTaken;
  };
  const ordered = asked ? stored.toSorted((one, other) => placeIn(asked, one) - placeIn(asked, other)) : stored;
  return { ordered, ask };
}

/** What others added meanwhile comes last. */
function placeIn(ids: readonly string[], { id }: Entry): number {
  const at = ids.indexOf(id);
  return at === -1 ? ids.length : at;
}

/** When the entry that has the focus is removed, the one in its place gets it, or else what adds one. */
export function useFocusAfter(entries: readonly Entry[]) {
  const list = useRef<HTMLOListElement>(null);
  const removed = useRef<{ readonly id: string; readonly at: number } | null>(null);
  useEffect(() => {
    const was = removed.current;
    if (!was || entries.some(({ id }) => id === was.id)) return;
    removed.current = null;
    if (document.activeElement !== document.body) return;
    const lines = list.current?.querySelectorAll<HTMLElement>(':scope > li > details > summary') ?? [];
    const next = lines[Math.min(was.at, lines.length - 1)];
    (next ?? list.current?.parentElement?.querySelector<HTMLElement>('form :is(input, select)'))?.focus();
  }, [entries]);
  return { list, noteRemoved: (id: string, at: number): void => void (removed.current = { id, at }) };
}
