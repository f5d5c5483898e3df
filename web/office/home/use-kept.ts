/** Figures for which the server rates every document: they are not read at each change, but once a minute at most. */
import { useEffect, useRef } from 'preact/hooks';
import { useLive, type Live } from '../base/loaded.ts';

const keptMs = 60_000;

export function useKept<Value>(key: string, read: () => Promise<Value>): Live<Value> {
  const kept = useRef<{ readonly at: number; readonly value: Value } | null>(null);
  /** What changed within the minute is read after it, also where nothing changes then. */
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  const live = useLive(key, async () => {
    clearTimeout(later.current);
    const left = kept.current ? kept.current.at + keptMs - performance.now() : 0;
    if (kept.current && left > 0) {
      later.current = setTimeout(() => live.refresh(), left);
      return kept.current.value;
    }
    const value = await read();
    kept.current = { at: performance.now(), value };
    return value;
  });
  return live;
}
