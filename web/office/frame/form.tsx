/**
 * A form: it is sent once however often its button or Enter is pressed, its fields wait for the answer, so that they say what was sent, and
 * what is written in it is not left unasked. Where something is missing in it, or can't be read, it leads there.
 */
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useErrorSummary } from '../../ui/input/error-summary.tsx';
import { unreadIn } from '../../ui/input/reading.ts';
import { useUnsaved } from '../base/unsaved.ts';
import type { Work } from '../base/work.ts';
import { Refusal } from './refusal.tsx';

export function Form({
  save,
  of: work,
  children,
  ...rest
}: {
  /** Of the button's value, where there are several. What it did not save (false) stays written. */
  readonly save: (value: string) => Promise<boolean> | false;
  /** Why it was not taken is said above the fields, unless it is said elsewhere. */
  readonly of?: Work;
  readonly class?: string;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  const isUnderWay = useRef(false);
  const [isWaiting, setWaiting] = useState(false);
  const unsaved = useUnsaved();
  const element = useRef<HTMLFormElement>(null);
  const errors = useErrorSummary(element);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { currentTarget: form, submitter } = event;
    if (isUnderWay.current) return;
    const saved = isRead(form) && save(submitter instanceof HTMLButtonElement ? submitter.value : '');
    if (!saved) return errors.tell();
    errors.clear();
    isUnderWay.current = true;
    setWaiting(true);
    try {
      if (await saved) unsaved.onSaved();
    } finally {
      isUnderWay.current = false;
      setWaiting(false);
    }
  };
  return (
    <form
      {...rest}
      noValidate
      // What is chosen is told after its input.
      onChange={errors.look}
      onInput={() => {
        unsaved.onInput();
        errors.look();
      }}
      onSubmit={(event) => void submit(event)}
      ref={element}
    >
      {work && <Refusal of={work} />}
      {errors.summary}
      <fieldset class="fields" disabled={isWaiting}>
        {children}
      </fieldset>
    </form>
  );
}

/** Whether each field holds what can be read; those that do not say so. */
function isRead(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input, textarea')];
  const wrong = fields.filter((field) => unreadIn(field) !== undefined);
  for (const field of wrong) field.checkValidity();
  return wrong.length === 0;
}
