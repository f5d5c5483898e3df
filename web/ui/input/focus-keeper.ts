/**
 * Keeps the place of a person who works by keyboard or screen reader. Where what has the focus is removed, hidden or disabled, the nearest
 * element around it that is left is its stand-in, and gives the focus back if it can be used again. After a dialog or a message the focus
 * goes back to what had it before. Whatever places the focus itself, such as a title, a dialog or an editor, comes first.
 */

/** What had the focus last, and what is around it, from the inside out; then, of a dialog or a message, where to go after it. */
let places: readonly HTMLElement[] = [];
/** Likewise, of what had it last outside of dialogs and messages. */
let below: readonly HTMLElement[] = [];
/** Where that was: on another page its title takes the focus. */
let path = '';
let standing: HTMLElement | null = null;
let dismiss = (): void => undefined;
/** That draws what changed last. */
let frame = 0;

/** Once, at the start. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target !== standing) note(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof HTMLElement)) return;
    // What is moved, removed or disabled loses the focus in the same way as what a person leaves.
    setTimeout(() => {
      if (!isLost()) return;
      if (mayHaveFocus(target)) forget();
      else keepSoon();
    });
  });
  const attributeFilter = ['disabled', 'hidden', 'inert'];
  new MutationObserver(drawn).observe(document.body, { subtree: true, childList: true, attributeFilter });
}

/** Gives it the focus until something else has it. Whether it could be given. */
export function standIn(place: HTMLElement): boolean {
  dismiss();
  const isUsed = place.tabIndex >= 0;
  const isLent = !isUsed && !place.hasAttribute('tabindex');
  if (isLent) place.tabIndex = -1;
  // A ring is for what can be used.
  place.toggleAttribute('data-stand-in', !isUsed);
  standing = place;
  dismiss = () => {
    standing = null;
    place.removeAttribute('data-stand-in');
    if (isLent) place.removeAttribute('tabindex');
    dismiss = () => undefined;
  };
  place.focus({ preventScroll: true });
  const isGiven = document.activeElement === place;
  if (!isGiven) dismiss();
  return isGiven;
}

function isLost(): boolean {
  return document.activeElement === document.body;
}

function note(target: HTMLElement): void {
  dismiss();
  path = location.pathname;
  const over = target.closest<HTMLElement>('dialog, .toast');
  const around: HTMLElement[] = [];
  for (let each = target; each !== (over ?? document.body); each = each.parentElement ?? document.body)
    around.push(each);
  if (!over) below = around;
  places = over ? [...around, ...below] : around;
}

function forget(): void {
  dismiss();
  places = below = [];
}

function drawn(changes: readonly MutationRecord[]): void {
  const [last] = places;
  if (!last) return;
  const concerns = ({ type, target, removedNodes }: MutationRecord): boolean =>
    (type === 'attributes' ? [target] : [...removedNodes]).some((each) => each.contains(last));
  if ((isLost() || document.activeElement === standing) && changes.some(concerns) && mayHaveFocus(last))
    last.focus({ preventScroll: true });
  keepSoon();
}

/** After the effects of what was drawn, and after what these draw. */
function keepSoon(): void {
  cancelAnimationFrame(frame);
  const drawing = requestAnimationFrame(() =>
    setTimeout(() => {
      if (drawing === frame && isLost() && path === location.pathname) keep();
    }),
  );
  frame = drawing;
}

function keep(): void {
  const main = document.querySelector('main');
  // No keyboard comes onto the screen, and nothing is read aloud that holds the whole of it.
  const isPlace = (each: HTMLElement): boolean =>
    each.isConnected && !each.matches('input, select, textarea') && (each === main || !each.contains(main));
  if (places.length === 0 || places.some((each) => isPlace(each) && standIn(each))) return;
  if (main) standIn(main);
}

function mayHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled, [inert], [inert] *');
}
