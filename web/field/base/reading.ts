/** Where somebody was in a text: which of its parts were open, and how far down. Kept by address while the window is, so that Back leads there. */
import { useEffect, useState } from 'preact/hooks';

interface Reading {
  readonly open: readonly string[];
  /** CSS pixels from the top. */
  readonly y: number;
}

const nowhere: Reading = { open: [], y: 0 };

export interface KeptReading {
  readonly open: readonly string[];
  readonly setOpen: (id: string, isOpen: boolean) => void;
}

/** `first` = the part to show where nobody was before; `isShown` = the text is on the screen. */
export function useReading(isShown: boolean, first = ''): KeptReading {
  const [address] = useState(location.pathname);
  const [open, setOpen] = useState(() => {
    const kept = readingOf(address);
    return first === '' || kept.open.includes(first) ? kept.open : [...kept.open, first];
  });
  useEffect(() => {
    if (!isShown) return undefined;
    const { y } = readingOf(address);
    const end = y > 0 ? scrollDown(y) : showFirst(first);
    const note = (): void => {
      if (location.pathname === address) keepReading(address, { y: scrollY });
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      end();
      removeEventListener('scroll', note);
    };
  }, [isShown, address, first]);
  return {
    open,
    setOpen: (id, isOpen) => {
      if (open.includes(id) === isOpen) return;
      const next = isOpen ? [...open, id] : open.filter((each) => each !== id);
      setOpen(next);
      keepReading(address, { open: next });
    },
  };
}

/** Long lists are drawn in parts: again until there is enough of it, for a second at most. */
function scrollDown(y: number): () => void {
  const until = performance.now() + 1000;
  let frame = 0;
  const attempt = (): void => {
    scrollTo(0, y);
    if (scrollY < y - 1 && performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

function showFirst(id: string): () => void {
  const until = performance.now() + 1000;
  let frame = 0;
  const attempt = (): void => {
    const part = id === '' ? null : document.querySelector(`[data-part="${CSS.escape(id)}"]`);
    if (part) part.scrollIntoView({ block: 'center' });
    else if (id !== '' && performance.now() < until) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

const prefix = 'sitefile-reading ';

function readingOf(address: string): Reading {
  const kept = sessionStorage.getItem(prefix + address);
  return kept === null ? nowhere : (JSON.parse(kept) as Reading); // only `keepReading` writes it
}

function keepReading(address: string, change: Partial<Reading>): void {
  sessionStorage.setItem(prefix + address, JSON.stringify({ ...readingOf(address), ...change }));
}
