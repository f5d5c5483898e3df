/** Long work that can be stopped at any moment, and is when its screen is left. */
import { useEffect, useRef } from 'preact/hooks';

export interface Stoppable {
  readonly stop: () => void;
  /** Resolves to null when it was stopped, although a request of it may have no answer yet; `goesOn` = it is wanted still. */
  readonly run: <Result>(work: (goesOn: () => boolean) => Promise<Result>) => Promise<Result | null>;
}

export function useStoppable(): Stoppable {
  const stops = useRef<() => void>(() => {});
  const stop = (): void => stops.current();
  useEffect(() => stop, []);
  return {
    stop,
    run: (work) => {
      const { promise, resolve } = Promise.withResolvers<null>();
      let goesOn = true;
      stops.current = () => {
        goesOn = false;
        resolve(null);
      };
      return Promise.race([work(() => goesOn), promise]);
    },
  };
}
