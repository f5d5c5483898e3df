/** What is loaded when it is first needed; the worker keeps it, so it is there without a server too. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Wait } from './said.tsx';

const againMs = 5000;

/**
 * A screen, in whose place `Waiting` is until it is there. A browser asks only once for code that it did not get: then the page is loaded again when the server answers, unless somebody has
 * gone elsewhere meanwhile.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Wait,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Screen, setScreen] = useState(() => loaded);
    useEffect(() => {
      if (Screen) return undefined;
      let isLeft = false;
      const reload = async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, againMs));
        const isThere = !isLeft && (await fetch('/healthz').catch(() => null))?.ok;
        if (isLeft) return;
        if (isThere) location.reload();
        else await reload();
      };
      void load().then((found) => setScreen(() => (loaded = found)), reload);
      return () => {
        isLeft = true;
      };
    }, [Screen]);
    return Screen ? <Screen {...props} /> : <Waiting />;
  };
}

/** Work that goes on until what this returns is called; `begin` returns what ends it. Without its code the app does without it. */
export function during<Args extends readonly unknown[]>(
  load: () => Promise<(...args: Args) => () => void>,
  ...args: Args
): () => void {
  let end = (): void => undefined;
  let isOver = false;
  void load().then(
    (begin) => (isOver ? undefined : (end = begin(...args))),
    () => undefined,
  );
  return () => {
    isOver = true;
    end();
  };
}
