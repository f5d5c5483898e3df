/** A short list that is written row by row, such as the controls of a hazard. What is written is given back when a row is left. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from './button.tsx';
import { SelectField, TextField } from './field.tsx';

/** By the name of the column; a name that no column has is kept with the row. */
export type Row = Readonly<Record<string, string>>;

export interface Column {
  readonly name: string;
  readonly label: string;
  /** To choose from; otherwise it is written. */
  readonly options?: readonly (readonly [value: string, word: string])[] | undefined;
  /** The word for none of them. */
  readonly unsaid?: string;
  readonly type?: 'date' | 'number';
  readonly lines?: number;
  /** Offered while it is written. */
  readonly offers?: readonly (readonly [value: string, word: string])[] | undefined;
}

export function RowsField({
  legend,
  name,
  one,
  columns,
  rows,
  save,
}: {
  readonly legend: string;
  readonly name: string;
  /** What one row is: "control". */
  readonly one: string;
  /** A row whose first column is empty is not kept. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly save: (rows: readonly Row[]) => void;
}) {
  const [written, setWritten] = useState(rows);
  const [isAdding, setAdding] = useState(false);
  const known = JSON.stringify(rows);
  const group = useRef<HTMLFieldSetElement>(null);
  const first = columns[0]?.name ?? '';
  const isFilled = (row: Row): boolean => Boolean(row[first]?.trim());
  /** What was given back last: who goes on writing meanwhile loses nothing to the answer. */
  const given = useRef(known);
  useEffect(() => {
    // A row that the caller began is written next.
    if (known !== given.current && rows.some((row) => !isFilled(row))) setAdding(true);
    setWritten((now) => {
      if (JSON.stringify(now.filter(isFilled)) !== given.current) return now;
      given.current = known;
      return [...(JSON.parse(known) as readonly Row[]), ...now.filter((row) => !isFilled(row))]; // its own rows
    });
  }, [known]);
  const give = (next: readonly Row[]): void => {
    const filled = next.filter(isFilled);
    given.current = JSON.stringify(filled);
    if (given.current !== known) save(filled);
  };
  const put = (at: number, column: string, value: string): readonly Row[] => {
    const next = written.map((row, i) => (i === at ? { ...row, [column]: value } : row));
    setWritten(next);
    return next;
  };
  return (
    <fieldset class="rows-field" data-field={name} ref={group}>
      <legend>{legend}</legend>
      {written.map((row, at) => (
        <div class="written-row" key={at} onFocusOut={() => give(written)}>
          {columns.map((column, i) => (
            <Cell
              autofocus={isAdding && i === 0 && at === written.length - 1}
              column={column}
              key={column.name}
              of={`${one} ${at + 1}`}
              onInput={(value) => {
                const next = put(at, column.name, value);
                if (column.options) give(next);
              }}
              value={row[column.name] ?? ''}
            />
          ))}
          <IconButton
            icon="trash"
            label={`Remove ${one} ${at + 1}`}
            onClick={() => {
              const next = written.filter((_, i) => i !== at);
              setWritten(next);
              give(next);
              group.current?.querySelector<HTMLElement>(':scope > .button')?.focus();
            }}
          />
        </div>
      ))}
      <Button
        icon="plus"
        onClick={() => {
          setAdding(true);
          setWritten([...written, {}]);
        }}
        small
      >
        Add {one}
      </Button>
    </fieldset>
  );
}

function Cell({
  column: { name, label, options, unsaid = 'Not said', type, lines, offers },
  of,
  value,
  onInput,
  autofocus,
}: {
  readonly column: Column;
  readonly of: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly autofocus: boolean;
}) {
  const shared = { label, name, value, onInput, described: of };
  if (options) return <SelectField {...shared} options={[['', unsaid], ...options]} />;
  return (
    <TextField
      {...shared}
      autofocus={autofocus}
      offers={offers}
      {...(type === undefined ? {} : { type })}
      {...(lines === undefined ? {} : { rows: lines })}
    />
  );
}
