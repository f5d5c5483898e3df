/** An entry that is folded away: only those that were opened have a form, for hundreds of forms would hold the page up with each edit. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

export function Fold({
  summary,
  isWanted,
  children,
}: {
  readonly summary: JSX.Element;
  /** By the address: its form is there when the focus goes to it. */
  readonly isWanted: boolean;
  readonly children: () => ComponentChildren;
}) {
  const wasOpened = useRef(false);
  const [, setTurn] = useState(0);
  if (isWanted) wasOpened.current = true;
  const draw = (isOpen: boolean): void => {
    if (!isOpen || wasOpened.current) return;
    wasOpened.current = true;
    setTurn((turn) => turn + 1);
  };
  return (
    <details onToggle={({ currentTarget }) => draw(currentTarget.open)}>
      {summary}
      {wasOpened.current && <div class="pad form">{children()}</div>}
    </details>
  );
}
