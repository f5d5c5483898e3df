/** Fields that wait for an answer, so that they say what was sent; who was in one of them is there again afterwards. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function Fields({ isWaiting, children }: { readonly isWaiting: boolean; readonly children: ComponentChildren }) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { activeElement: now, body } = document;
    if (isWaiting) focused.current = fields.current?.contains(now) ? now : null;
    // What is disabled loses the focus.
    else if ((now === body || now === focused.current) && focused.current instanceof HTMLElement)
      focused.current.focus();
  }, [isWaiting]);
  return (
    <fieldset class="fields" disabled={isWaiting} ref={fields}>
      {children}
    </fieldset>
  );
}
