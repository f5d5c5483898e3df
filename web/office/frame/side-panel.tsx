/** A panel at the side of the work, or below it where there is no room. Esc closes it, and the focus returns to where it was. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { mayLeave } from '../base/unsaved.ts';

export function SidePanel({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const panel = useRef<HTMLElement>(null);
  const close = (): void => {
    if (mayLeave()) onClose();
  };
  const latest = useRef(close);
  latest.current = close;
  // Before a field in the panel takes the focus.
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-focused]')?.focus();
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) latest.current();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside aria-label={title} class="sticks" ref={panel}>
      <Panel actions={<IconButton icon="x" label="Close" onClick={close} />} title={title}>
        <div class="pad form">{children}</div>
      </Panel>
    </aside>
  );
}
