/** A short list that is written row by row, such as the controls of a hazard. What is written is given back when a row is left. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { useNotTaken } from '../input/not-taken.ts';
import { holdsUnread } from '../input/reading.ts';
import { tell } from '../toasts.tsx';
import { NotSaved } from './not-saved.tsx';
import { useHeldPlace } from './held-place.ts';
import { noteRemoved } from './one-press.ts';
import { useFocusInRows, useRowKeys } from './row-keys.ts';
import { movedTo, placeBeside, type RowStep } from './row-steps.ts';
import { useWritten } from './use-written.ts';
import { isBegun, isKept, WrittenRow, type Column, type Row } from './written-row.tsx';

export function RowsField({
  legend,
  name,
  one,
  columns,
  rows,
  isLocal = false,
  isOrdered = false,
  isHeld = () => false,
  isOffered = () => false,
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
  /** Whether their order means something: a row can be moved, and one begun between others. */
  readonly isOrdered?: boolean;
  /** Whether a row that lacks the first is kept all the same, for the record had it. */
  readonly isHeld?: (row: Row) => boolean;
  /** Whether it is there to be filled in: it can be neither moved nor removed. */
  readonly isOffered?: (row: Row) => boolean;
  /** May resolve with false, where it was not taken. `seen` as in useWritten. */
  readonly save: (rows: readonly Row[], seen: readonly Row[] | undefined) => unknown;
}) {
  /** Where a row was begun last. */
  const [begunAt, setBegunAt] = useState<number>();
  const group = useRef<HTMLFieldSetElement>(null);
  const kindOf = columns.find((column) => column.adds);
  const adds = kindOf?.adds ?? [['', `Add ${one}`] as const];
  const textOf = (row: Row): string => JSON.stringify(columns.map((column) => (row[column.name] ?? '').trim()));
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
      over: (stored, now) => (stored.some((row) => !isFilled(row)) ? stored : withBegun(stored, now, isFilled, textOf)),
      // Nobody else writes what is local.
      isUnread: () => !isLocal && holdsUnread(group.current),
    },
  );
  const keys = useRowKeys(written.map(textOf));
  useFocusInRows(group, () => tell(`The ${one} that you were in was removed.`));
  const begun = unfilled(rows).length;
  const begunBefore = useRef(begun);
  useEffect(() => {
    // A row that the caller began is written next.
    if (begun > begunBefore.current) setBegunAt(rows.length - 1);
    begunBefore.current = begun;
  }, [begun]);
  useNotTaken(written.some(lacksFirst), () =>
    group.current?.querySelector<HTMLElement>('[data-begun] .input')?.focus(),
  );
  const hold = useHeldPlace();
  const step = (at: number, asked: RowStep): void => {
    if (asked === 'below') {
      setBegunAt(at + 1);
      return void put(written.toSpliced(at + 1, 0, {}));
    }
    const isFixed = (place: number): boolean => written[place] !== undefined && isOffered(written[place]);
    const to = placeBeside(at, asked, written.length, isFixed);
    if (to === undefined) return tell(`The ${one} is ${asked === 'up' ? 'first' : 'last'} already.`);
    hold(group.current?.querySelectorAll(':scope > .written-row')[at] ?? null);
    keys.move(at, to);
    give(put(movedTo(written, at, to)));
    tell(`The ${one} is number ${to + 1} of ${written.length} now.`);
  };
  return (
    <fieldset class="rows-field" data-field={name} ref={group}>
      <legend>{legend}</legend>
      {written.map((row, at) => (
        <WrittenRow
          // Not what another has added.
          autofocus={at === begunAt && !isWhole(row)}
          columns={columns}
          key={keys.of(at)}
          isOffered={isOffered(row)}
          lacksFirst={lacksFirst(row)}
          number={at + 1}
          one={one}
          onInput={(column, value) => {
            const next = put(written.map((each, i) => (i === at ? { ...each, [column.name]: value } : each)));
            if (column.options || isLocal) give(next);
          }}
          // Not the list of this drawing: a removal moves the focus after it has given a shorter one.
          onLeft={() => give()}
          onStep={isOrdered && !isOffered(row) ? (asked) => step(at, asked) : undefined}
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
              setBegunAt(written.length);
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

/** What was read, with the rows that are begun: each below the one that it is below now. */
function withBegun(
  stored: readonly Row[],
  now: readonly Row[],
  isFilled: (row: Row) => boolean,
  textOf: (row: Row) => string,
): readonly Row[] {
  const rows = [...stored];
  let at = 0;
  for (const row of now) {
    if (!isFilled(row)) rows.splice(at++, 0, row);
    else {
      const same = rows.findIndex((each, i) => i >= at && textOf(each) === textOf(row));
      at = Math.min(same === -1 ? at + 1 : same + 1, rows.length);
    }
  }
  return rows;
}
