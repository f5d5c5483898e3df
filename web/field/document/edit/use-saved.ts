/** A text that saves itself after each pause, and when its screen is left. */
import { useEffect, useMemo, useRef, useState, type Dispatch, type StateUpdater } from 'preact/hooks';
import { Problem } from '../../../../shared/model/problem.ts';
import { onlyOwn } from '../../base/device.ts';
import type { Beside } from '../../base/kept.ts';
import { english } from '../../words/en.ts';

const pauseMs = 400;

export type Outcome = 'saving' | 'saved' | { readonly problem: string } | null;

interface Saved<Value> {
  readonly value: Value;
  readonly setValue: Dispatch<StateUpdater<Value>>;
  readonly outcome: Outcome;
}

/**
 * `save` rejects with a Problem where the rules do not take it; what was written stays on the screen, and is tried again in another `turn`.
 * `note` is told what was not saved, and null once it is.
 */
export function useSaved<Value>(
  first: Value,
  save: (value: Value) => Promise<unknown>,
  note: (unsaved: Value | null) => void = () => undefined,
  turn?: unknown,
): Saved<Value> {
  const [value, setValue] = useState(first);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const saved = useRef(first);
  const latest = useRef({ value, save, note });
  latest.current = { value, save, note };
  const isUnsaved = useRef(false);
  const tell = (unsaved: Value | null): void => {
    if (unsaved !== null || isUnsaved.current) latest.current.note(unsaved);
    isUnsaved.current = unsaved !== null;
  };
  // Who leaves before the pause is over loses nothing.
  useEffect(
    () => () => {
      const last = latest.current;
      if (last.value !== saved.current)
        void last.save(last.value).then(
          () => tell(null),
          () => tell(last.value),
        );
    },
    [],
  );
  useEffect(() => {
    if (value === saved.current) return tell(null);
    setOutcome('saving');
    const timer = setTimeout(() => {
      void (async () => {
        try {
          await latest.current.save(value);
          saved.current = value;
          tell(null);
          setOutcome('saved');
        } catch (error) {
          setOutcome({ problem: problemOf(error) });
          tell(value);
        }
      })();
    }, pauseMs);
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
