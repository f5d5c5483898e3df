/** A form: it is sent once however often its button or Enter is pressed, and what is written in it is not left unasked. */
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { unreadIn } from '../../ui/input/reading.ts';
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
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isUnderWay.current || !isRead(event.currentTarget)) return;
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

/** Whether each field holds what can be read; the first that does not gets the focus and says so. */
function isRead(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea')];
  const wrong = fields.find((field) => unreadIn(field) !== undefined);
  wrong?.focus();
  return wrong?.checkValidity() ?? true;
}
