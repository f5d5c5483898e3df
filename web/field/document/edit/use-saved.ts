/** A text that saves itself after each pause, while it is written on, and when its field, screen or page is left. */
import { useEffect, useMemo, useRef, useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { Problem } from '../../../../shared/model/problem.ts';
import { onlyOwn } from '../../base/device.ts';
import type { Beside } from '../../base/kept.ts';
import { english } from '../../words/en.ts';

const pauseMs = 400;
/** Who writes without a pause loses no more than this. */
const longestMs = 2000;

export type Outcome = 'saving' | 'saved' | { readonly problem: string } | null;

interface Saved<Value> {
  readonly value: Value;
  readonly setValue: Dispatch<StateUpdater<Value>>;
  readonly outcome: Outcome;
}

interface More<Value> {
  /** Is told what was not saved, and null once it is. */
  readonly note?: (unsaved: Value | null) => void;
  /** In another one, what was not saved is tried again. */
  readonly turn?: unknown;
  /** Nothing is to be saved between them. */
  readonly isSame?: (one: Value, other: Value) => boolean;
}

/** `save` rejects with a Problem where the rules do not take it; what was written stays on the screen. */
export function useSaved<Value>(
  first: Value,
  save: (value: Value) => Promise<unknown>,
  { note = () => undefined, turn, isSame = Object.is }: More<Value> = {},
): Saved<Value> {
  const [value, setValue] = useState(first);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const latest = useRef({ value, save, note, isSame });
  latest.current = { value, save, note, isSame };
  const stored = useRef({ value: first });
  // The last that is on its way, or stored: what goes back to an older state meanwhile has to be saved as well.
  const asked = useRef(stored.current);
  const unsavedSince = useRef<number | undefined>(undefined);
  const isNoted = useRef(false);
  const tell = (unsaved: Value | null): void => {
    if (unsaved !== null || isNoted.current) latest.current.note(unsaved);
    isNoted.current = unsaved !== null;
  };
  const isAsked = (): boolean => latest.current.isSame(latest.current.value, asked.current.value);
  const settle = (): void => {
    if (!isAsked() || asked.current !== stored.current) return;
    setOutcome((before) => before && 'saved');
    tell(null);
  };
  const saveNow = async (): Promise<void> => {
    unsavedSince.current = undefined;
    if (isAsked()) return settle();
    const now = { value: latest.current.value };
    asked.current = now;
    try {
      await latest.current.save(now.value);
      stored.current = now;
      settle();
    } catch (error) {
      if (asked.current === now) asked.current = stored.current;
      setOutcome({ problem: problemOf(error) });
      tell(now.value);
    }
  };
  // Who leaves before the pause is over loses nothing that a page can still store.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const onLeft = (): void => void saveNow();
    // Of any field, and of the window: they do not bubble.
    addEventListener('blur', onLeft, { capture: true, signal });
    addEventListener('pagehide', onLeft, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && onLeft(), { signal });
    return () => {
      leaving.abort();
      onLeft();
    };
  }, []);
  useEffect(() => {
    if (isAsked() && asked.current === stored.current) {
      unsavedSince.current = undefined;
      return settle();
    }
    setOutcome('saving');
    unsavedSince.current ??= performance.now();
    const left = unsavedSince.current + longestMs - performance.now();
    const timer = setTimeout(() => void saveNow(), Math.max(0, Math.min(pauseMs, left)));
    return () => clearTimeout(timer);
  }, [value, turn]);
  return { value, setValue, outcome };
}

/** For what a screen keeps beside the replica: it may end, and keep the last of it, because the tablet is signed out. */
export function useOnlyOwn(): Beside {
  return useMemo(onlyOwn, []);
}

/** Patches a record with what its form shows, one change after the other: what others did to it meanwhile stays, or becomes a conflict with both values. */
export function usePatch<Shown extends object, Change extends object>(
  first: Shown,
  patch: (change: Change, seen: Shown) => Promise<void>,
): (change: Change) => Promise<void> {
  const seen = useRef(first);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (change) => {
    // What this form itself changed a moment ago is nothing that others did.
    const before = last.current;
    const next = (async () => {
      await before;
      await patch(change, seen.current);
      seen.current = { ...seen.current, ...change };
    })();
    last.current = next.catch(() => undefined);
    return next;
  };
}

export function problemOf(error: unknown): string {
  return error instanceof Problem ? error.detail : english.fault;
}
