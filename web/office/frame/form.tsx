/** A form: it is sent once however often its button or Enter is pressed, and what is written in it is not left unasked. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useUnsaved } from '../base/unsaved.ts';

export function Form({
  save,
  children,
  ...rest
}: {
  /** Of the button's value, where there are several. What it did not save (false) stays written. */
  readonly save: (value: string) => Promise<boolean> | false;
  readonly class?: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  const isUnderWay = useRef(false);
  const unsaved = useUnsaved();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const upTo = unsaved.now();
    try {
      const value = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
      if (await save(value)) unsaved.onSaved(upTo);
    } finally {
      isUnderWay.current = false;
    }
  };
  return (
    <form {...rest} noValidate onInput={unsaved.onInput} onSubmit={(event) => void submit(event)}>
      {children}
    </form>
  );
}
