/**
 * Keys of the conflict that is open: each does what its button does, while no field or button has the focus. A key that is held, or pressed
 * before anybody can have read what came after the last one, does nothing.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isCommand } from '../frame/key-commands.ts';

/** To look at a conflict that nobody chose. */
const lookMs = 1000;

/** `isChosen` = the person opened it; otherwise it came by itself. */
export function useSettleKeys(keys: Readonly<Record<string, () => unknown>>, isChosen: boolean): void {
  const shownAt = useRef(performance.now());
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, select, textarea, button, a, dialog');
      if (isElsewhere || !isCommand(event)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      if (event.repeat || (!isChosen && event.timeStamp - shownAt.current < lookMs)) return;
      void act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isChosen]);
}
