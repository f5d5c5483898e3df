/** What is wrong in a form that was sent: the first field has the focus, and where there is more than one, a link above leads to each. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Notice } from '../notice.tsx';

interface FieldError {
  readonly field: HTMLElement;
  readonly words: string;
}

export function useErrorSummary(form: RefObject<HTMLFormElement | null>) {
  const [look, setLook] = useState<{ readonly isSent: boolean } | null>(null);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  // After the fields have said what is wrong.
  useLayoutEffect(() => {
    if (look) setErrors(errorsIn(form.current));
  }, [look]);
  // After the links are there, so that they do not push it out of view.
  useLayoutEffect(() => {
    if (look?.isSent) errors[0]?.field.focus();
  }, [errors]);
  return {
    /** The form was not sent because of them. */
    tell: (): void => setLook({ isSent: true }),
    /** Something was written or chosen: what is mended is not named any more. */
    look: (): void => {
      if (errors.length > 0) setLook({ isSent: false });
    },
    /** The form was sent. */
    clear: (): void => setErrors([]),
    summary: errors.length > 1 && <ErrorSummary errors={errors} />,
  };
}

function ErrorSummary({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <Notice tone="stop">
      <h2>{errors.length} fields need your attention</h2>
      <ul class="bullets">
        {errors.map(({ field, words }, i) => (
          <li key={i}>
            <a
              href={`#${field.id}`}
              onClick={(event) => {
                event.preventDefault();
                field.focus();
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** In their order, one for each field, or for each group in which no single field is wrong. */
function errorsIn(form: HTMLFormElement | null): FieldError[] {
  return [...(form?.querySelectorAll('.error') ?? [])].flatMap((error) => {
    const around = error.closest('.field, fieldset:not(.fields)');
    const field = around?.querySelector<HTMLElement>('input, select, textarea');
    if (!around || !field || (around.matches('fieldset') && around.querySelector('.wrong'))) return [];
    const name = [...(around.querySelector('label, legend')?.childNodes ?? [])]
      .filter((part) => !(part instanceof Element && part.matches('.quiet')))
      .map(({ textContent }) => textContent)
      .join('');
    return [{ field, words: `${name}${name.endsWith('?') ? '' : ':'} ${error.textContent.trim()}` }];
  });
}
