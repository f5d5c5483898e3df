/** What a screen reads from the server: loading, read, or failed; signed out leads to signing in. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Progress } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { noteUnread, useChanges, useRegularly } from './live.ts';
import { pageUser } from './page-user.ts';
import { go, loadAnew } from './place.ts';
import { isSignedOut, signedOut, wordsOf } from './server.ts';
import { isUnsavedInTab } from './unsaved.ts';

export interface Loaded<Value> {
  /** Undefined while it loads for the first time. */
  readonly value: Value | undefined;
  readonly failure: string | null;
  readonly progress?: Progress | undefined;
  readonly again: () => void;
}

export interface Live<Value> extends Loaded<Value> {
  /** Likewise, where nobody asked: a failure leaves what is shown. */
  readonly refresh: () => void;
}

/** A reading that comes in parts says how far it is, and of what: `everyRow(…, tell('documents'))`. */
type Read<Value> = (tell: (noun: string) => (read: number, total: number) => void) => Promise<Value>;

/** Reads once, and again when `key` changes. What was read before is shown until the next answer. */
export function useLoaded<Value>(key: string, read: Read<Value>): Loaded<Value> {
  return useReading(key, read, false);
}

/** Reads again after changes, too, by whomever; then a failure leaves what is shown, for nobody asked. */
export function useLive<Value>(key: string, read: Read<Value>): Live<Value> {
  return useReading(key, read, true);
}

/** Live, and read again from time to time, for what no change of a record tells. */
export function useWatched<Value>(key: string, read: Read<Value>): Loaded<Value> {
  useRegularly();
  return useReading(key, read, true);
}

function useReading<Value>(key: string, read: Read<Value>, isLive: boolean): Live<Value> {
  const [answer, setAnswer] = useState<{ key: string; value?: Value; failure: string | null }>({ key, failure: null });
  const [progress, setProgress] = useState<(Progress & { key: string }) | null>(null);
  const readKey = useRef<string | null>(null);
  const [turn, setTurn] = useState({ number: 0, isAsked: true });
  const again = useCallback(() => setTurn(({ number }) => ({ number: number + 1, isAsked: true })), []);
  useEffect(() => {
    let isCurrent = true;
    const tellOf = (noun: string) => (count: number, total: number) => {
      if (isCurrent && readKey.current !== key) setProgress({ key, noun, read: count, total });
    };
    read(tellOf).then(
      (value) => {
        if (isCurrent) readKey.current = key;
        return isCurrent && setAnswer({ key, value, failure: null });
      },
      (error: unknown) => {
        const isRead = readKey.current === key;
        if (isRead && !turn.isAsked) return noteUnread(error);
        if (isSignedOut(error)) {
          if (!isUnsavedInTab()) return toSignIn();
          if (!isCurrent) return;
          // It reads again when the person comes back from where they signed in.
          tell(signedOut);
          addEventListener('focus', again, { once: true });
        }
        // What is written on the page stays under the person's hands.
        if (isRead && isUnsavedInTab()) return noteUnread(error);
        if (isCurrent) setAnswer({ key, failure: isSignedOut(error) ? signedOut : wordsOf(error) });
      },
    );
    return () => {
      isCurrent = false;
      removeEventListener('focus', again);
    };
    // `key` says when there is something else to read.
  }, [key, turn]);
  const refresh = useCallback(() => setTurn(({ number }) => ({ number: number + 1, isAsked: false })), []);
  useChanges(isLive ? refresh : null);
  const isSame = answer.key === key;
  return {
    value: isSame ? answer.value : undefined,
    failure: isSame ? answer.failure : null,
    progress: progress?.key === key ? progress : undefined,
    again,
    refresh,
  };
}

/** Who signs in there may be somebody else: what the page has in memory of this person ends here. */
function toSignIn(): void {
  if (pageUser() === null) go('/office/sign-in', true);
  else loadAnew('/office/sign-in');
}
