/** Figures for which the server rates every document: they are not read at each change, but once a minute at most. */
import { useRef } from 'preact/hooks';
import { useLive } from '../base/loaded.ts';

const keptMs = 60_000;

export function useKept<Value>(key: string, read: () => Promise<Value>) {
  const kept = useRef<{ readonly at: number; readonly value: Value } | null>(null);
  return useLive(key, async () => {
    if (kept.current && performance.now() - kept.current.at < keptMs) return kept.current.value;
    const value = await read();
    kept.current = { at: performance.now(), value };
    return value;
  });
}
