/** A field of a draft that is saved when it is left, if it has changed. */
import { useEffect, useState } from 'preact/hooks';
import { TextField } from '../../../ui/field.tsx';

export function SavedField({
  label,
  name,
  value,
  rows,
  type,
  help,
  save,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly rows?: number;
  readonly type?: 'text' | 'date' | 'number';
  readonly help?: string;
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
      <TextField
        help={help}
        label={label}
        name={name}
        onInput={setText}
        value={text}
        {...(rows === undefined ? {} : { rows })}
        {...(type === undefined ? {} : { type })}
      />
    </div>
  );
}
