/** Keys of the conflict that is open: each does what its button does, while no field or button has the focus. */
import { useLayoutEffect, useRef } from 'preact/hooks';

export function useSettleKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, select, textarea, button, a, dialog');
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      void act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
