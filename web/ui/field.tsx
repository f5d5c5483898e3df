/** Fields of a form: label above, help below, an error as a sentence under the field that says what to do. */
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { plainNumber, rangeOf, unreadIn } from './input/reading.ts';
import { useNotTaken } from './input/not-taken.ts';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean | undefined;
  /** Which of several alike it is, for those who do not see the others: "control 2". */
  readonly described?: string | undefined;
}

export function TextField({
  value,
  onInput,
  type = 'text',
  autocomplete,
  look,
  autofocus,
  rows,
  offers,
  ...field
}: FieldProps & {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** `number` takes a comma, too, and gives back a dot. What can't be read is not given back: what was there before stays. */
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'date' | 'datetime-local' | 'number';
  readonly autocomplete?: string;
  /** `code` = large and condensed, for a code to be copied. */
  readonly look?: 'code';
  readonly autofocus?: boolean;
  /** More than one line. */
  readonly rows?: number;
  /** Offered while it is written. */
  readonly offers?: readonly (readonly [value: string, word: string])[] | undefined;
}) {
  const list = useId();
  const [unread, setUnread] = useState<string>();
  const isRead = type === 'number' || rangeOf[type] !== undefined;
  /** What is in a field that is read, while it is written and as long as it can't be read. */
  const [raw, setRaw] = useState<{ readonly text: string; readonly given: string | null } | null>(null);
  /** Where what is written can't be read. */
  const before = useRef(value);
  const shown = useRef<HTMLElement | null>(null);
  useNotTaken(unread !== undefined, () => shown.current?.focus());
  const error = field.error ?? unread;
  const read = (element: HTMLInputElement | HTMLTextAreaElement): void => {
    const { value: text } = element;
    if (!isRead) return onInput(text);
    // The first of it. Not at the focus, after which another value may be set.
    if (raw === null || (raw.given !== null && raw.given !== value)) before.current = value;
    const number = type === 'number' ? plainNumber(text) : text;
    element.setCustomValidity(number === null ? 'no number' : '');
    const isUnread = unreadIn(element) !== undefined;
    if (!isUnread) setUnread(undefined);
    const given = isUnread ? before.current : (number ?? text);
    setRaw({ text, given: isUnread ? null : given });
    onInput(given);
  };
  return (
    <Labelled {...field} error={error}>
      {(ids) => {
        const shared = {
          ...ids,
          class: `input${look ? ` ${look}` : ''}`,
          name: field.name,
          onBlur: (event: Event) => {
            const left = unreadIn(event.currentTarget as HTMLInputElement); // the handler of this element
            setUnread(left);
            if (left === undefined) setRaw(null);
          },
          onInput: (event: Event) => read(event.currentTarget as HTMLInputElement | HTMLTextAreaElement), // likewise
          onInvalid: (event: Event) => setUnread(unreadIn(event.currentTarget as HTMLInputElement)), // likewise
          ref: (element: HTMLElement | null) => {
            shown.current = element;
            if (autofocus && element && !element.dataset['focused']) {
              element.dataset['focused'] = 'once';
              element.focus();
            }
          },
          // Another value that was set meanwhile is shown, unless something is written that can't be read yet.
          value: raw && (raw.given === null || raw.given === value) ? raw.text : value,
        };
        return rows === undefined ? (
          <>
            <input
              {...shared}
              {...({ type: type === 'number' ? 'text' : type } as { type: 'text' })}
              {...(type === 'number' ? { inputmode: 'decimal' as const } : rangeOf[type])}
              autocomplete={autocomplete ?? 'off'}
              list={offers && list}
              spellcheck={look !== 'code'}
            />
            {offers && (
              <datalist id={list}>
                {offers.map(([each, word]) => (
                  <option key={each} label={word} value={each} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          <textarea {...shared} rows={rows} />
        );
      }}
    </Labelled>
  );
}

export function SelectField({
  value,
  options,
  onInput,
  disabled = false,
  ...field
}: FieldProps & {
  readonly disabled?: boolean;
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly onInput: (value: string) => void;
}) {
  return (
    <Labelled {...field}>
      {(ids) => (
        <select
          {...ids}
          class="input"
          disabled={disabled}
          name={field.name}
          onChange={(event) => onInput(event.currentTarget.value)}
          value={value}
        >
          {options.map(([each, word]) => (
            <option key={each} value={each}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function CheckField({
  label,
  checked,
  onInput,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onInput: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input checked={checked} onChange={(event) => onInput(event.currentTarget.checked)} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

function Labelled({
  label,
  help,
  error,
  optional = false,
  described,
  children,
}: FieldProps & {
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  const below = `${id}-below`;
  return (
    <div class={`field${error === undefined ? '' : ' wrong'}`}>
      <label for={id}>
        {label}
        {optional && <span class="quiet"> (optional)</span>}
        {described && <span class="unseen">, {described}</span>}
      </label>
      {children({
        id,
        'aria-describedby': error !== undefined || help !== undefined ? below : undefined,
        'aria-invalid': error !== undefined,
      })}
      {error !== undefined ? (
        <p class="error" id={below}>
          <Icon name="circle-alert" size={16} /> {error}
        </p>
      ) : (
        help !== undefined && (
          <p class="help" id={below}>
            {help}
          </p>
        )
      )}
    </div>
  );
}
