/** A field of a draft that is saved when it is left, if it has changed. */
import { useEffect, useState } from 'preact/hooks';
import { TextField } from '../../../ui/field.tsx';

export function SavedField({
  label,
  name,
  value,
  rows,
  save,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly rows?: number;
  readonly save: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <div
      data-field={name}
      onFocusOut={() => {
        if (text !== value) save(text);
      }}
    >
      <TextField label={label} name={name} onInput={setText} value={text} {...(rows === undefined ? {} : { rows })} />
    </div>
  );
}
