/** A line or a text to write into, with its label above. */
import { useId } from 'preact/hooks';

export function Entry({
  label,
  value,
  onInput,
  help,
  long = false,
  code = false,
  isSecret = false,
  isNumber = false,
  most,
  isWrong = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly help?: string;
  readonly long?: boolean;
  /** Large and in capitals. */
  readonly code?: boolean;
  readonly isSecret?: boolean;
  /** Opens the keypad. */
  readonly isNumber?: boolean;
  /** Characters. */
  readonly most?: number;
  /** What is written does not do; why is said beside it. */
  readonly isWrong?: boolean;
}) {
  const id = useId();
  const shared = {
    id,
    class: `input${code ? ' code' : ''}`,
    value,
    maxLength: most,
    'aria-invalid': isWrong || undefined,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {help && <span class="quiet">{help}</span>}
      </label>
      {long ? (
        <textarea {...shared} rows={3} />
      ) : isSecret ? (
        <input {...shared} autocomplete="off" inputMode={isNumber ? 'numeric' : undefined} type="password" />
      ) : (
        <input {...shared} autocomplete="off" inputMode={isNumber ? 'decimal' : undefined} />
      )}
    </div>
  );
}
