/** J and K go from one place of a review to the next, C comments on the one that has the focus. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isCommand } from '../../frame/key-commands.ts';

/** For the element around the places: each names in `data-place` where a comment on it goes; '' = to the document as a whole. */
export function useChangeKeys<Around extends HTMLElement>(comment: ((place: string) => void) | undefined) {
  const around = useRef<Around>(null);
  const latest = useRef(comment);
  latest.current = comment;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isWriting = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (isWriting || !isCommand(event)) return;
      const places = [...(around.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
      const at = places.findIndex((place) => place.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = places[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
        next?.focus();
        next?.scrollIntoView({ block: 'nearest' });
        // After G it has led to a room already.
      } else if (event.key === 'c' && !event.defaultPrevented && at >= 0 && latest.current)
        latest.current(places[at]?.dataset['place'] ?? '');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return around;
}
