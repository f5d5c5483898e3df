/**
 * Gloves tap twice. What the first press brought under the finger, such as the row below one that left, or the next question or step,
 * takes none from the second.
 */
import { useRef } from 'preact/hooks';

const apartMs = 500;
const apartPx = 24;

interface Press {
  readonly event: MouseEvent;
  readonly button: Element;
  /** Its words then: a button may be drawn anew as another. */
  readonly words: string | null;
}

/** For the element around the buttons, while the event goes down to them. */
export function useOneTap(): (event: MouseEvent) => void {
  const last = useRef<Press | null>(null);
  return (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || event.detail === 0) return; // by a key there is no finger
    const press = { event, button, words: button.textContent };
    if (last.current && isSecondTap(last.current, press)) event.stopPropagation();
    else last.current = press;
  };
}

/** Whether they are of a finger, and so close in time that nothing was read in between. */
export function isAtOnce(first: MouseEvent, next: MouseEvent): boolean {
  return first.detail > 0 && next.detail > 0 && next.timeStamp - first.timeStamp < apartMs;
}

function isSecondTap(first: Press, { event, button, words }: Press): boolean {
  if (button === first.button && words === first.words) return false;
  // Not every browser counts taps. A button of the same words is that of another row.
  const isOfRow = words === first.words && button.closest('li') !== null;
  const isCounted = event.detail > 1 || (isOfRow && isAtOnce(first.event, event));
  const [x, y] = [event.clientX - first.event.clientX, event.clientY - first.event.clientY];
  return isCounted && Math.hypot(x, y) < apartPx;
}
