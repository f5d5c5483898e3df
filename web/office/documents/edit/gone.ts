/** Entries that others removed while they are open here: they stay on the screen, for somebody may be writing in them. */
import { useRef, useState } from 'preact/hooks';

interface Entry {
  readonly id: string;
}

/** `holds` = whether what is written in it is nowhere else. */
export function useGone<Each extends Entry>(stored: readonly Each[], holds: (entry: Entry) => boolean) {
  const shown = useRef<readonly Each[]>(stored);
  /** Being removed here. */
  const ours = useRef(new Set<string>());
  const [, setTurn] = useState(0);
  const ids = new Set(stored.map(({ id }) => id));
  const entries = [...stored];
  shown.current.forEach((entry, at) => {
    if (!ids.has(entry.id) && !ours.current.delete(entry.id) && (isOpen(entry) || holds(entry)))
      entries.splice(at, 0, entry);
  });
  shown.current = entries;
  return {
    entries,
    isGone: ({ id }: Entry): boolean => !ids.has(id),
    letGo: (id: string, isOurs: boolean): void => {
      if (isOurs) ours.current.add(id);
      else ours.current.delete(id);
      setTurn((turn) => turn + 1);
    },
  };
}

function isOpen({ id }: Entry): boolean {
  return document.querySelector(`#entry-${id} > details[open]`) !== null;
}
