/** One row of a list that is written row by row: its fields, and its buttons. */
import { SelectField, TextField } from '../field.tsx';
import { onRowKey, type RowStep } from './row-steps.ts';
import { RowTools } from './row-tools.tsx';

/** By the name of the column; a name that no column has is kept with the row. */
export type Row = Readonly<Record<string, string>>;

export interface Column {
  readonly name: string;
  readonly label: string;
  /** To choose from; otherwise it is written. */
  readonly options?: readonly (readonly [value: string, word: string])[] | undefined;
  /** Whether there is a button for each option, which adds a row of that kind; each with its verb. */
  readonly adds?: readonly (readonly [value: string, verb: string])[];
  /** The word for none of them. */
  readonly unsaid?: string;
  readonly type?: 'date' | 'number';
  readonly lines?: number;
  /** Of the first one: a row without it is kept, if anything is written in it. */
  readonly mayLack?: boolean;
  /** Offered while it is written. */
  readonly offers?: readonly (readonly [value: string, word: string])[] | undefined;
  /** Where it means nothing, it is not shown, and stays as it is. */
  readonly isShown?: (row: Row) => boolean;
}

/** Something is written in it, but not what it needs. */
export function isBegun(row: Row, columns: readonly Column[]): boolean {
  return !isKept(row, columns) && columns.some((column) => !column.options && has(row, column));
}

/** Whether it has what a row of the list needs. */
export function isKept(row: Row, columns: readonly Column[]): boolean {
  const [first] = columns;
  return first !== undefined && (first.mayLack ? columns.some((each) => has(row, each)) : has(row, first));
}

function has(row: Row, { name }: Column): boolean {
  return Boolean(row[name]?.trim());
}

export function WrittenRow({
  columns,
  row,
  one,
  number,
  autofocus,
  lacksFirst,
  isOffered,
  onInput,
  onLeft,
  onStep,
  onRemoved,
}: {
  readonly columns: readonly Column[];
  readonly row: Row;
  /** What it is: "control". */
  readonly one: string;
  readonly number: number;
  /** Its first field. */
  readonly autofocus: boolean;
  /** So that it is not kept. */
  readonly lacksFirst: boolean;
  /** It is there to be filled in, and stays. */
  readonly isOffered: boolean;
  readonly onInput: (column: Column, value: string) => void;
  /** One of its fields, or the row. */
  readonly onLeft: () => void;
  /** Absent = the order of the rows means nothing. */
  readonly onStep: ((step: RowStep) => void) | undefined;
  readonly onRemoved: () => void;
}) {
  // Said as it is written: what appeared when the row is left would move a button away under the pointer.
  const error = lacksFirst ? `Without this the ${one} is not kept.` : undefined;
  const shown = columns.filter(({ isShown }) => isShown?.(row) ?? true);
  return (
    <div class="written-row" data-begun={lacksFirst || undefined} onFocusOut={onLeft} onKeyDown={onRowKey(onStep)}>
      {shown.map((column, i) => (
        <Cell
          autofocus={autofocus && i === 0}
          column={column}
          error={i === 0 ? error : undefined}
          key={column.name}
          of={`${one} ${number}`}
          onInput={(value) => onInput(column, value)}
          value={row[column.name] ?? ''}
        />
      ))}
      {!isOffered && <RowTools number={number} one={one} onRemoved={onRemoved} onStep={onStep} />}
    </div>
  );
}

function Cell({
  column: { name, label, options, unsaid = 'Not said', type, lines, offers },
  of,
  value,
  error,
  onInput,
  autofocus,
}: {
  readonly column: Column;
  readonly of: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (value: string) => void;
  readonly autofocus: boolean;
}) {
  const shared = { label, name, value, error, onInput, described: of };
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
