/**
 * After a row is removed, the next one comes under the pointer, and the focus goes on. The second half of a double click or a double tap, and
 * a key that is pressed twice or held down, do nothing there.
 */
import { useRef } from 'preact/hooks';

const apartMs = 500;
const apartPx = 24;

/** Guards are for the element around the rows; `noteRemoved` at each removal. */
export function useOnePress() {
  const last = useRef<MouseEvent | null>(null);
  /** The press that removed a row, or what followed it at once. */
  const removing = useRef<MouseEvent | null>(null);
  const onButton = ({ target }: Event): boolean => target instanceof Element && target.closest('button') !== null;
  return {
    noteRemoved: (): void => void (removing.current = last.current),
    guards: {
      onClickCapture: (event: MouseEvent): void => {
        if (!onButton(event)) return;
        last.current = event;
        const isSame = removing.current !== null && isOnePress(removing.current, event);
        removing.current = isSame ? event : null;
        if (isSame) event.stopPropagation();
      },
      onKeyDown: (event: KeyboardEvent): void => {
        if (event.repeat && event.key === 'Enter' && onButton(event)) event.preventDefault();
      },
    },
  };
}

function isOnePress(one: MouseEvent, next: MouseEvent): boolean {
  if (next.detail > 1) return true; // the browser has counted them
  if (next.timeStamp - one.timeStamp >= apartMs) return false;
  // By a key there is no place.
  if (one.detail === 0 || next.detail === 0) return one.detail === next.detail;
  return Math.abs(next.clientX - one.clientX) < apartPx && Math.abs(next.clientY - one.clientY) < apartPx;
}
