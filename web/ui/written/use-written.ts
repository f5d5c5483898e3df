/**
 * What is written over a value that the server holds and others may change meanwhile. Nothing that is being written is replaced by what
 * others wrote, and each save says what its author saw, so that the server merges the two.
 */
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Untaken } from '../input/not-taken.ts';

/** Something else after each reading from the server: what is not being written shows then what the server holds. */
export const Reading = createContext<unknown>(null);

/** Resolves with whether it was taken. `seen` = what its author began from; undefined = what was read last. */
export type Save<Value> = (next: Value, seen: Value | undefined) => Promise<boolean>;

interface Compared<Value> {
  /** What counts as the same. */
  readonly keyOf?: (value: Value) => unknown;
  /** What is shown after a reading, where more is on the screen than is saved. */
  readonly over?: (stored: Value, written: Value) => Value;
}

export function useWritten<Value>(
  stored: Value,
  save: Save<Value>,
  { keyOf = (value) => value, over = (value) => value }: Compared<Value> = {},
) {
  const reading = useContext(Reading);
  const tell = useContext(Untaken);
  const [written, setWritten] = useState(stored);
  const [isUntaken, setUntaken] = useState(false);
  const latest = useRef(stored);
  /** What was given last, and what was taken last: each save is written over the latter. */
  const seen = useRef(stored);
  const taken = useRef(stored);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const sending = useRef(0);
  const isSame = (one: Value, other: Value): boolean => JSON.stringify(keyOf(one)) === JSON.stringify(keyOf(other));
  const put = (next: Value): Value => {
    latest.current = next;
    setWritten(next);
    return next;
  };
  useEffect(() => {
    if (sending.current > 0 || !isSame(latest.current, seen.current)) return;
    seen.current = stored;
    taken.current = stored;
    put(over(stored, latest.current));
    // As text, for each reading makes values of its own.
  }, [JSON.stringify(stored), reading]);
  const send = async (next: Value): Promise<void> => {
    const before = taken.current;
    const isTaken = await save(next, isSame(before, stored) ? undefined : before);
    sending.current -= 1;
    if (isTaken) taken.current = next;
    else if (seen.current === next) seen.current = before;
    note(!isTaken);
  };
  const give = (next: Value = latest.current): void => {
    if (isSame(next, seen.current)) return sending.current === 0 ? note(false) : undefined;
    seen.current = next;
    sending.current += 1;
    const others = line.current;
    line.current = (async () => {
      await others;
      await send(next);
    })();
  };
  const newest = useRef(give);
  newest.current = give;
  const again = useCallback(() => newest.current(latest.current), []);
  const note = (holds: boolean): void => {
    setUntaken(holds);
    tell(again, holds);
  };
  useEffect(() => () => tell(again, false), []);
  return {
    written,
    /** What is written was not taken, and is nowhere but here. */
    isUntaken,
    /** While it is written. */
    put,
    /** Saves it, or without one what is written now, if it differs from what was there. What was not taken stays on the screen, to be saved again. */
    give,
  };
}
