/** A short list that is written row by row, such as the controls of a hazard. What is written is given back when a row is left. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { useNotTaken } from '../input/not-taken.ts';
import { holdsUnread } from '../input/reading.ts';
import { tell } from '../toasts.tsx';
import { NotSaved } from './not-saved.tsx';
import { noteRemoved } from './one-press.ts';
import { useFocusInRows, useRowKeys } from './row-keys.ts';
import { useWritten } from './use-written.ts';
import { isBegun, isKept, WrittenRow, type Column, type Row } from './written-row.tsx';

export function RowsField({
  legend,
  name,
  one,
  columns,
  rows,
  isLocal = false,
  isHeld = () => false,
  save,
}: {
  readonly legend: string;
  readonly name: string;
  /** What one row is: "control". */
  readonly one: string;
  /** A row that lacks the first is not kept; where others of its fields are written, it says so and counts as not taken. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What is written is kept by the page at once, rows that are begun too: nothing of it is sent yet. */
  readonly isLocal?: boolean;
  /** Whether a row that lacks the first is kept all the same, for the record had it. */
  readonly isHeld?: (row: Row) => boolean;
  /** May resolve with false, where it was not taken. `seen` as in useWritten. */
  readonly save: (rows: readonly Row[], seen: readonly Row[] | undefined) => unknown;
}) {
  const [isAdding, setAdding] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const kindOf = columns.find((column) => column.adds);
  const adds = kindOf?.adds ?? [['', `Add ${one}`] as const];
  const isWhole = (row: Row): boolean => isKept(row, columns) || isHeld(row);
  const lacksFirst = (row: Row): boolean => !isHeld(row) && isBegun(row, columns);
  const isFilled = (row: Row): boolean => isWhole(row) || (isLocal && isBegun(row, columns));
  const filled = (all: readonly Row[]): readonly Row[] => all.filter(isFilled);
  const unfilled = (all: readonly Row[]): readonly Row[] => all.filter((row) => !isFilled(row));
  const { written, isUntaken, put, give } = useWritten<readonly Row[]>(
    rows,
    async (next, seen) => (await save(filled(next), seen && filled(seen))) !== false,
    {
      name: `${legend} ${name}`,
      keyOf: filled,
      // What is not filled yet stays below what was read.
      over: (stored, now) => (stored.some((row) => !isFilled(row)) ? stored : [...stored, ...unfilled(now)]),
      // Nobody else writes what is local.
      isUnread: () => !isLocal && holdsUnread(group.current),
    },
  );
  const textOf = (row: Row): string => JSON.stringify(columns.map((column) => (row[column.name] ?? '').trim()));
  const keys = useRowKeys(written.map(textOf));
  useFocusInRows(group, () => tell(`The ${one} that you were in was removed.`));
  const begun = unfilled(rows).length;
  const begunBefore = useRef(begun);
  useEffect(() => {
    // A row that the caller began is written next.
    if (begun > begunBefore.current) setAdding(true);
    begunBefore.current = begun;
  }, [begun]);
  useNotTaken(written.some(lacksFirst), () =>
    group.current?.querySelector<HTMLElement>('[data-begun] .input')?.focus(),
  );
  return (
    <fieldset class="rows-field" data-field={name} ref={group}>
      <legend>{legend}</legend>
      {written.map((row, at) => (
        <WrittenRow
          // Not what another has added.
          autofocus={isAdding && at === written.length - 1 && !isWhole(row)}
          columns={columns}
          key={keys.of(at)}
          lacksFirst={lacksFirst(row)}
          number={at + 1}
          one={one}
          onInput={(column, value) => {
            const next = put(written.map((each, i) => (i === at ? { ...each, [column.name]: value } : each)));
            if (column.options || isLocal) give(next);
          }}
          // Not the list of this drawing: a removal moves the focus after it has given a shorter one.
          onLeft={() => give()}
          onRemoved={() => {
            noteRemoved();
            keys.remove(at);
            give(put(written.filter((_, i) => i !== at)));
            group.current?.querySelector<HTMLElement>(':scope > .adds > .button')?.focus();
          }}
          row={row}
        />
      ))}
      <NotSaved holds={isUntaken} />
      <span class="choices adds">
        {adds.map(([kind, verb]) => (
          <Button
            icon="plus"
            key={verb}
            label={kind === '' ? undefined : `Add ${one}: ${verb}`}
            onClick={() => {
              setAdding(true);
              put([...written, kindOf && kind !== '' ? { [kindOf.name]: kind } : {}]);
            }}
            small
          >
            {verb}
          </Button>
        ))}
      </span>
    </fieldset>
  );
}
