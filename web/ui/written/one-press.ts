/**
 * After a row is removed, the next one comes under the pointer, and the focus goes on. The second half of a double click or a double tap, and
 * a key that is pressed twice or held down, do nothing there.
 */
const apartMs = 500;
const apartPx = 24;

interface Press {
  readonly event: MouseEvent;
  /** Around the rows, if it is among some. */
  readonly list: Element | null;
}

let last: Press | null = null;
/** The press that removed a row, or what followed it at once. */
let removing: Press | null = null;

/** At each press that removes a row. */
export function noteRemoved(): void {
  removing = last;
}

addEventListener(
  'click',
  (event) => {
    const button = buttonOf(event);
    if (!button) return;
    last = { event, list: button.closest('ul, fieldset') };
    const isSame = removing !== null && isOnePress(removing, last);
    removing = isSame ? last : null;
    if (!isSame) return;
    event.preventDefault(); // a button may send a form
    event.stopPropagation();
  },
  { capture: true },
);

addEventListener(
  'keydown',
  (event) => {
    if (event.repeat && event.key === 'Enter' && buttonOf(event)) event.preventDefault();
  },
  { capture: true },
);

function buttonOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('button') : null;
}

function isOnePress({ event: one, list }: Press, { event: next, list: nextList }: Press): boolean {
  if (next.detail > 1) return true; // the browser has counted them
  if (next.timeStamp - one.timeStamp >= apartMs) return false;
  // By a key there is no place but the list.
  if (one.detail === 0 || next.detail === 0) return one.detail === next.detail && list === nextList;
  return Math.abs(next.clientX - one.clientX) < apartPx && Math.abs(next.clientY - one.clientY) < apartPx;
}
