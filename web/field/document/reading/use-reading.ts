/** A text that is read: which of its parts are open, and how far down one is. Both are there again after Back, and for a named reader on another day. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { keepPlace, placeOf, type Place, type Reader } from './kept-place.ts';

export interface Reading {
  readonly open: readonly string[];
  readonly setOpen: (id: string, isOpen: boolean) => void;
}

/** Scrolling is written once it rests. */
const restMs = 200;

/** `first` = the part to show where nobody was before, or that was asked for. */
export function useReading(reader: Reader, first = ''): Reading {
  const [address] = useState(location.pathname);
  const [place, setPlace] = useState<Place | null>(null);
  /** As it is now: a new version may come in force while one reads. */
  const now = useRef(reader);
  now.current = reader;
  const { version } = reader;
  useEffect(() => {
    if (version === undefined) return undefined;
    let isLeft = false;
    const begin = async (): Promise<void> => {
      const found = await placeOf(reader, address);
      if (isLeft) return;
      const begun = first === '' ? found : shownFirst(found, first, reader);
      setPlace(begun);
      if (begun.open !== found.open) keepPlace(reader, address, { open: begun.open });
    };
    void begin();
    return () => {
      isLeft = true;
    };
  }, [version]);
  const isFound = place !== null;
  useEffect(() => {
    if (!place) return undefined;
    const end = place.y > 0 ? scrollDown(place.y) : showFirst(first);
    const unfollow = followScroll(address, (y) => keepPlace(now.current, address, { y }));
    return () => {
      end();
      unfollow();
    };
  }, [isFound]);
  return {
    open: place?.open ?? [],
    setOpen: (id, isOpen) => {
      if (!place || place.open.includes(id) === isOpen) return;
      const open = isOpen ? [...place.open, id] : place.open.filter((each) => each !== id);
      setPlace({ ...place, open });
      keepPlace(reader, address, { open });
    },
  };
}

/** A named reader has one place on a screen, whatever it was asked to show; others have one for each address. */
function shownFirst({ open, y }: Place, first: string, { person }: Reader): Place {
  return { open: open.includes(first) ? open : [...open, first], y: person === '' ? y : 0 };
}

/** Tells how far down the screen of this address is: at rest, and when it is left. */
function followScroll(address: string, onRest: (y: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let y: number | null = null;
  const rest = (): void => {
    clearTimeout(timer);
    if (y !== null) onRest(y);
    y = null;
  };
  const note = (): void => {
    if (location.pathname !== address) return; // the next screen begins at its top
    y = scrollY;
    clearTimeout(timer);
    timer = setTimeout(rest, restMs);
  };
  addEventListener('scroll', note, { passive: true });
  addEventListener('pagehide', rest);
  return () => {
    removeEventListener('scroll', note);
    removeEventListener('pagehide', rest);
    rest();
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
