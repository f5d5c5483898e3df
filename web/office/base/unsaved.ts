/**
 * The one account of what would be lost: forms and fields that are written in and not saved, and changes that have no answer yet. Nobody
 * loses it unasked: closing the tab, loading again, Back, links, keys and a session that ended look here first.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isPressed } from '../../ui/input/is-pressed.ts';
import { unreadIn } from '../../ui/input/reading.ts';

const held = new Set<object>();
/** Changes that were sent and have no answer yet. */
const sent = new Set<object>();
const lastAnswer = new EventTarget();
const answeredName = 'answered';
/** The names of what one person wrote that is kept while the tab is open and is lost with it. */
export const keptInTab = new Set<string>();
/** The field that was typed in since it got the focus; many are saved when they are left. */
let typedIn: EventTarget | null = null;
/** An answer is waited for so long before the person is asked. */
const shortMs = 3000;
let leaving: object | null = null;
let isAllGivenUp = false;

/** Says of something on the page whether it would be lost. */
export function hold(thing: object, isHeld: boolean): void {
  if (isHeld) held.add(thing);
  else held.delete(thing);
}

/** Likewise of a change: sent, and answered or given up. */
export function holdSent(change: object, isOpen: boolean): void {
  if (isOpen) sent.add(change);
  else if (sent.delete(change) && sent.size === 0) lastAnswer.dispatchEvent(new Event(answeredName));
}

/** Whether something is written on this page that would be lost elsewhere. */
export const isUnsaved = (): boolean => held.size > 0 || isTyping();

/** Whether anything would be lost with the page. */
export const isUnsavedInTab = (): boolean => !isAllGivenUp && (isUnsaved() || sent.size > 0 || keptInTab.size > 0);

/** Whether going elsewhere may lose something. Within its page, a change that was sent is waited for still. */
export function losesSomething(isSamePage = false): boolean {
  return isTyping() || anyHeld(isSamePage);
}

/** Who signs out is asked about all of it, and leaves none of it to the next person at this tab. */
export function mayLeaveTab(): boolean {
  return !isUnsavedInTab() || isGivenUp();
}

/** Before the page is loaded again for somebody else: the person was asked where that loses something, and the browser need not ask. */
export function giveUpUnsaved(): void {
  isAllGivenUp = true;
}

/** Whether the page may go elsewhere: the person is asked where that would lose something. */
export function mayLeave(isSamePage = false): boolean {
  return !anyHeld(isSamePage) || isGivenUp();
}

function isGivenUp(): boolean {
  return confirm('What you wrote here is not saved. Leave it all the same?');
}

function anyHeld(isSamePage: boolean): boolean {
  return held.size > 0 || (sent.size > 0 && !isSamePage);
}

/** Goes elsewhere, where it may. A field that is being written in is left first, and what is on its way is waited for a little. */
export async function leaveFor(leave: () => void, isSamePage = false): Promise<void> {
  const wish = {};
  leaving = wish;
  const left = leaveField();
  if (left || (sent.size > 0 && !isSamePage)) await answered();
  // Another wish may have come meanwhile, and somebody may be writing on.
  if (leaving !== wish) return;
  if (isTyping() ? isGivenUp() : mayLeave(isSamePage)) leave();
  else if (document.activeElement === document.body) left?.focus();
}

/** The field that is being written in sends what it has when it is left. Null where there is none. */
function leaveField(): HTMLElement | null {
  const { activeElement: field } = document;
  if (!isTyping() || !(field instanceof HTMLElement)) return null;
  field.blur();
  return field;
}

/** A field that was left sends what it has within a turn, and so does what waits behind the change that was answered last. */
async function answered(): Promise<void> {
  const signal = AbortSignal.timeout(shortMs);
  await nextTurn();
  while (sent.size > 0 && !signal.aborted) {
    await new Promise((resolve) => {
      lastAnswer.addEventListener(answeredName, resolve, { once: true, signal });
      signal.addEventListener('abort', resolve, { once: true });
    });
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** For what holds a form: `onInput` of the element around its fields, and `onSaved` for what stays open after it. */
export function useUnsaved() {
  const form = useRef({}).current;
  useLayoutEffect(() => () => hold(form, false), [form]);
  return { onInput: (): void => hold(form, true), onSaved: (): void => hold(form, false) };
}

/** For a field outside a form: it is held while it has words, from the first on. */
export function useHeld(isHeld: boolean): void {
  const field = useRef({}).current;
  useLayoutEffect(() => {
    hold(field, isHeld);
    return () => hold(field, false);
  }, [isHeld]);
}

/** Once, at the start. */
export function watchUnsaved(): void {
  addEventListener('beforeunload', (event) => {
    if (isUnsavedInTab()) event.preventDefault();
  });
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof Element && isPressed(target))) typedIn = target;
  });
  for (const over of ['focusin', 'submit']) document.addEventListener(over, () => (typedIn = null));
}

function isTyping(): boolean {
  const { activeElement: field } = document;
  if (!field?.matches('#screen :not([type=search])')) return false;
  // Nobody is told of the first parts of a day that are typed.
  return typedIn === field || (field instanceof HTMLInputElement && unreadIn(field) !== undefined);
}
