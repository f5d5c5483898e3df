/** A field of a draft that is saved when it is left, if it has changed. */
import { useRef } from 'preact/hooks';
import { TextField } from '../../../../ui/field.tsx';
import { holdsUnread } from '../../../../ui/input/reading.ts';
import { notSaved } from '../../../../ui/written/not-saved.tsx';
import { useWritten, type Save } from '../../../../ui/written/use-written.ts';

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
  readonly save: Save<string>;
}) {
  const field = useRef<HTMLDivElement>(null);
  const { written, isUntaken, put, give } = useWritten(value, save, {
    name: `${label} ${name}`,
    isUnread: () => holdsUnread(field.current),
  });
  return (
    <div data-field={name} onFocusOut={() => give()} ref={field}>
      <TextField
        error={isUntaken ? notSaved : undefined}
        help={help}
        label={label}
        name={name}
        onInput={put}
        value={written}
        {...(rows === undefined ? {} : { rows })}
        {...(type === undefined ? {} : { type })}
      />
    </div>
  );
}
