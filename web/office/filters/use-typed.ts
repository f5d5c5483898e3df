/** What somebody types to narrow a list: shown at once, and kept once they pause, because each letter would ask the server and note an address. */
import { useEffect, useRef, useState } from 'preact/hooks';

const pauseMs = 250;

/** `kept` may change by itself, as by Back: then that is shown. */
export function useTyped(kept: string, keep: (text: string) => void): readonly [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const known = useRef(kept);
  /** Of now: the address may be another one by then. */
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    if (kept === known.current) return;
    known.current = kept;
    setText(kept);
  }, [kept]);
  useEffect(() => {
    if (text === known.current) return;
    const timer = setTimeout(() => {
      known.current = text;
      latest.current(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
