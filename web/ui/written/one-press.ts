/**
 * After a row is removed, the next one comes under the pointer, and the focus goes on. The second half of a double click or a double tap, and
 * a key that is pressed twice or held down, do nothing there.
 */
const apartMs = 500;
const apartPx = 24;

let last: MouseEvent | null = null;
/** The press that removed a row, or what followed it at once. */
let removing: MouseEvent | null = null;

/** At each press that removes a row. */
export function noteRemoved(): void {
  removing = last;
}

addEventListener(
  'click',
  (event) => {
    if (!isOnButton(event)) return;
    last = event;
    const isSame = removing !== null && isOnePress(removing, event);
    removing = isSame ? event : null;
    if (!isSame) return;
    event.preventDefault(); // a button may send a form
    event.stopPropagation();
  },
  { capture: true },
);

addEventListener(
  'keydown',
  (event) => {
    if (event.repeat && event.key === 'Enter' && isOnButton(event)) event.preventDefault();
  },
  { capture: true },
);

function isOnButton({ target }: Event): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

function isOnePress(one: MouseEvent, next: MouseEvent): boolean {
  if (next.detail > 1) return true; // the browser has counted them
  if (next.timeStamp - one.timeStamp >= apartMs) return false;
  // By a key there is no place.
  if (one.detail === 0 || next.detail === 0) return one.detail === next.detail;
  return Math.abs(next.clientX - one.clientX) < apartPx && Math.abs(next.clientY - one.clientY) < apartPx;
}
