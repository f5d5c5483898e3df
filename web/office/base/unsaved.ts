/**
 * What was written and is not saved yet. Nobody loses it unasked: closing the tab, loading again, Back and links ask first, and keys that
 * lead elsewhere do nothing meanwhile.
 */
import { useEffect, useRef } from 'preact/hooks';

/** Forms on the page in which something is written. */
const forms = new Set<object>();
/** By name, what is kept while the tab is open and is lost with it. */
export const keptInTab = new Set<string>();
/** The field that was typed in since it got the focus; many are saved when they are left. */
let typedIn: EventTarget | null = null;
let onTheirWay = 0;

export const isUnsaved = (): boolean => forms.size > 0;

/** Whether the page may go elsewhere: the person is asked where that would lose something. */
export function mayLeave(): boolean {
  if (!isUnsaved()) return true;
  return confirm('What you wrote here is not saved. Leave it all the same?');
}

/** Counts what is sent to be written, until it is answered. */
export async function writing<Answer>(sent: Promise<Answer>): Promise<Answer> {
  onTheirWay++;
  try {
    return await sent;
  } finally {
    onTheirWay--;
  }
}

/** For what holds a form: `onInput` of the element around its fields, and `onSaved` for what stays open after it. */
export function useUnsaved() {
  const form = useRef({ inputs: 0 }).current;
  useEffect(() => () => void forms.delete(form), [form]);
  return {
    onInput: (): void => {
      form.inputs++;
      forms.add(form);
    },
    /** How much was written; what is written after that is not saved with it. */
    now: (): number => form.inputs,
    onSaved: (upTo = form.inputs): void => {
      if (form.inputs === upTo) forms.delete(form);
    },
  };
}

/** Once, at the start. */
export function watchUnsaved(): void {
  addEventListener('beforeunload', (event) => {
    if (isUnsaved() || keptInTab.size > 0 || onTheirWay > 0 || isTyping()) event.preventDefault();
  });
  document.addEventListener('input', ({ target }) => (typedIn = target));
  for (const over of ['focusin', 'submit']) document.addEventListener(over, () => (typedIn = null));
}

function isTyping(): boolean {
  const { activeElement: field } = document;
  return field !== null && typedIn === field && field.matches('#screen :not([type=search])');
}
