/** A short list that is written row by row, such as the controls of a hazard. What is written is given back when a row is left. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../button.tsx';
import { SelectField, TextField } from '../field.tsx';
import { useWritten } from './use-written.ts';

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
  /** May resolve with false, where it was not taken. `seen` as in useWritten. */
  readonly save: (rows: readonly Row[], seen: readonly Row[] | undefined) => unknown;
}) {
  const [isAdding, setAdding] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const first = columns[0]?.name ?? '';
  const isFilled = (row: Row): boolean => Boolean(row[first]?.trim());
  const filled = (all: readonly Row[]): readonly Row[] => all.filter(isFilled);
  const unfilled = (all: readonly Row[]): readonly Row[] => all.filter((row) => !isFilled(row));
  const { written, put, give } = useWritten<readonly Row[]>(
    rows,
    async (next, seen) => (await save(filled(next), seen && filled(seen))) !== false,
    {
      keyOf: filled,
      // What is not filled yet stays below what was read.
      over: (stored, now) => (stored.some((row) => !isFilled(row)) ? stored : [...stored, ...unfilled(now)]),
    },
  );
  const begun = unfilled(rows).length;
  const begunBefore = useRef(begun);
  useEffect(() => {
    // A row that the caller began is written next.
    if (begun > begunBefore.current) setAdding(true);
    begunBefore.current = begun;
  }, [begun]);
  const putCell = (at: number, column: string, value: string): readonly Row[] =>
    put(written.map((row, i) => (i === at ? { ...row, [column]: value } : row)));
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
                const next = putCell(at, column.name, value);
                if (column.options) give(next);
              }}
              value={row[column.name] ?? ''}
            />
          ))}
          <IconButton
            icon="trash"
            label={`Remove ${one} ${at + 1}`}
            onClick={() => {
              give(put(written.filter((_, i) => i !== at)));
              group.current?.querySelector<HTMLElement>(':scope > .button')?.focus();
            }}
          />
        </div>
      ))}
      <Button
        icon="plus"
        onClick={() => {
          setAdding(true);
          put([...written, {}]);
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
