/** Something on the screen that can't be saved as it is: it counts as not taken, and saving it again leads to it. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';

/** Told which fields hold what was not taken, each as the function that saves it again, and when it no longer does. */
export const Untaken = createContext<(again: () => void, isUntaken: boolean) => void>(() => undefined);

export function useNotTaken(isSo: boolean, lead: () => void): void {
  const tell = useContext(Untaken);
  const newest = useRef(lead);
  newest.current = lead;
  const again = useRef(() => newest.current()).current;
  const wasSo = useRef(false);
  // At once: the next press asks for it.
  useLayoutEffect(() => {
    if (isSo !== wasSo.current) tell(again, isSo);
    wasSo.current = isSo;
  }, [isSo]);
  useLayoutEffect(() => () => void (wasSo.current && tell(again, false)), []);
}
