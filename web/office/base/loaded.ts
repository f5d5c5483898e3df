/** What a screen reads from the server: loading, read, or failed; signed out leads to signing in. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { go } from './place.ts';
import { isSignedOut, wordsOf } from './server.ts';

export interface Loaded<Value> {
  /** Undefined while it loads for the first time. */
  readonly value: Value | undefined;
  readonly failure: string | null;
  readonly again: () => void;
}

/** Reads once, and again when `key` changes. What was read before is shown until the next answer. */
export function useLoaded<Value>(key: string, read: () => Promise<Value>): Loaded<Value> {
  const [answer, setAnswer] = useState<{ key: string; value?: Value; failure: string | null }>({ key, failure: null });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setAnswer({ key, value, failure: null }),
      (error: unknown) => {
        if (isSignedOut(error)) go('/office/sign-in', true);
        else if (isCurrent) setAnswer({ key, failure: wordsOf(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
    // `key` says when there is something else to read.
  }, [key, turn]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const isSame = answer.key === key;
  return { value: isSame ? answer.value : undefined, failure: isSame ? answer.failure : null, again };
}
