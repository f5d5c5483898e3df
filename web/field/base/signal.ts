/** A value that screens follow, and the hooks by which they do. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export interface Followed<T> {
  readonly value: T;
  follow(listen: () => void): () => void;
}

export interface Signal<T> extends Followed<T> {
  set(value: T): void;
}

export function signal<T>(first: T): Signal<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    set: (next) => {
      value = next;
      for (const listen of listeners) listen();
    },
    follow: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

export function useSignal<T>(from: Followed<T>): T {
  const [value, setValue] = useState(() => from.value);
  useEffect(() => {
    const show = (): void => setValue(() => from.value);
    show();
    return from.follow(show);
  }, [from]);
  return value;
}

/** The part of an Observable that a screen needs. */
interface Source<T> {
  subscribe(next: (value: T) => void): { unsubscribe(): void };
}

/**
 * What the replica shows now and after each change; undefined before the first answer. `key` = what the query depends on. It asks at once: a
 * screen is several questions, one after another, and to wait for a frame before each costs a slow tablet a tenth of its start.
 */
export function useLive<T>(key: string, watch: () => Source<T>): T | undefined {
  const [shown, setShown] = useState<{ readonly key: string; readonly value: T }>();
  useLayoutEffect(() => {
    const subscription = watch().subscribe((value) => setShown({ key, value }));
    return () => subscription.unsubscribe();
  }, [key]);
  return shown?.key === key ? shown.value : undefined;
}

/** The time, and a new rendering each `everyMs`, for what counts down. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
