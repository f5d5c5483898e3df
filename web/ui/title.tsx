/** The title of a screen. A person who goes to another screen finds the focus there, so that reading aloud and Tab go on from its beginning. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** From where somebody went to a screen that has not shown its title yet: its address, and what had the focus. */
let onTheWay: { readonly to: string; readonly from: Element | null } | null = null;

/** The address has just become another one, or the screen at it. */
export function goesOn(): void {
  onTheWay = { to: location.pathname, from: document.activeElement };
}

export function Title({
  children,
  lang,
  isLoading = false,
}: {
  readonly children: string;
  readonly lang?: string | undefined;
  /** The title of the screen is still to come, and the focus waits for it. */
  readonly isLoading?: boolean;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const { pathname } = location;
  useEffect(() => {
    // The title of the screen that was left, drawn a moment ago, is not meant.
    if (isLoading || onTheWay?.to !== pathname) return;
    const { from } = onTheWay;
    onTheWay = null;
    const { activeElement } = document;
    // A part of the screen that took the focus for itself keeps it; what only stands in for another gives it up.
    if (activeElement === from || activeElement?.matches('body, [data-stand-in]'))
      title.current?.focus({ preventScroll: true });
  });
  // A title that goes with the focus, as where what is missing arrives, leaves it to the next one.
  useLayoutEffect(
    () => () => {
      if (document.activeElement === title.current) goesOn();
    },
    [],
  );
  return (
    <h1 lang={lang} ref={title} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The link at the top of each screen that skips to its content: it moves the focus, and adds no step to go back over. */
export function skip(event: MouseEvent): void {
  event.preventDefault();
  const { hash } = event.currentTarget as HTMLAnchorElement; // the link that has this handler
  document.querySelector<HTMLElement>(hash)?.focus();
}
