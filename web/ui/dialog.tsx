/** A dialog over the page (native `<dialog>`): Esc closes it, and focus returns to where it was. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { IconButton } from './button.tsx';

export function Dialog({
  title,
  onClose,
  mayClose = () => true,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  /** Asked at Esc and at its cross. */
  readonly mayClose?: () => boolean;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // What asked for the focus could not have it before the dialog was shown.
    dialog.current?.querySelector<HTMLElement>('[data-focused]')?.focus();
  }, []);
  const isClosed = useRef(false);
  const closed = (): void => {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose();
  };
  const close = (): void => {
    if (!mayClose()) return;
    dialog.current?.close();
    // At once: its event comes later, and the page may be loaded again before.
    closed();
  };
  return (
    <dialog
      aria-labelledby={id}
      class="dialog"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={closed}
      ref={dialog}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="x" label="Close" onClick={close} />
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
