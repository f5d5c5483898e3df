/** A row that is moved stays where it is on the screen, under the hand: its list goes past it. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The element that keeps its place when the next drawing is there, and the focus if it has it. */
export function useHeldPlace(): (element: Element | null) => void {
  const held = useRef<{ readonly element: Element; readonly top: number; readonly focused: Element | null } | null>(
    null,
  );
  useLayoutEffect(() => {
    const was = held.current;
    held.current = null;
    if (!was?.element.isConnected) return;
    scrollBy(0, was.element.getBoundingClientRect().top - was.top);
    // At the end of its way the button that moved it is off: the next of its buttons has the focus.
    const next = was.focused?.matches(':disabled') ? was.element.querySelector('.row-tools :enabled') : was.focused;
    if (next instanceof HTMLElement && document.activeElement !== next) next.focus({ preventScroll: true });
  });
  return (element) => {
    if (!element) return;
    const { activeElement } = document;
    const focused = element.contains(activeElement) ? activeElement : null;
    held.current = { element, top: element.getBoundingClientRect().top, focused };
  };
}
