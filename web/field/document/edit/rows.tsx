/** The rows of a section, each with its fields: written, added, moved, and removed with Undo. Each pause saves. */
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { isOffered } from '../../../../shared/resources/document/section-rows.ts';
import { sameJson } from '../../../../shared/crypto/canonical.ts';
import { Button } from '../../../ui/button.tsx';
import { useHeldPlace } from '../../../ui/written/held-place.ts';
import { movedTo, onRowKey, placeBeside, type RowStep } from '../../../ui/written/row-steps.ts';
import { plain } from '../../base/content.ts';
import { unnumberedLinesOf, wordFor } from '../../base/section-lines.ts';
import { useWords } from '../../base/words.ts';
import { Entry } from '../../frame/entry.tsx';
import { documentWords } from '../../words/en-document.ts';
import { editWords } from '../../words/en-edit.ts';
import { rowWords } from '../../words/en-rows.ts';
import { RowTools } from './row-tools.tsx';
import { SavedNote } from './saved-text.tsx';
import { isBlank, withRows, type Cell, type Rows } from './section-rows.ts';
import { KeepWords } from './unsaved-words.ts';
import { useSaved } from './use-saved.ts';

const parts = { ...documentWords, ...editWords, ...rowWords };

interface Line {
  /** Of this screen alone. */
  readonly key: number;
  readonly row: Json;
  /** As it was read; undefined = added here. */
  readonly first: Json | undefined;
  readonly isRemoved: boolean;
}

export function EditRows({ of, save }: { readonly of: Rows; readonly save: (data: JsonObject) => Promise<void> }) {
  const words = useWords(parts);
  const { lines, put, addAt, outcome, list } = useLines(of, save);
  const hold = useHeldPlace();
  const isFixed = (at: number): boolean => {
    const line = lines[at];
    return line !== undefined && (line.isRemoved || isOffered(of.of, line.row));
  };
  const step = (at: number, asked: RowStep): void => {
    if (asked === 'below') return addAt(at + 1);
    const to = placeBeside(at, asked, lines.length, isFixed);
    if (to === undefined) return;
    hold(list.current?.querySelector(`[data-row="${lines[at]?.key}"]`) ?? null);
    put(movedTo(lines, at, to));
  };
  return (
    <div class="stack" ref={list}>
      {lines.map((line, at) => (
        <Row
          key={line.key}
          line={line}
          of={of}
          onChange={(change, isMoved) => put(lines.with(at, { ...line, ...change }), isMoved ? line.key : undefined)}
          onStep={isFixed(at) ? undefined : (asked) => step(at, asked)}
          place={at + 1}
          stops={(['up', 'down'] as const).filter(
            (asked) => placeBeside(at, asked, lines.length, isFixed) === undefined,
          )}
        />
      ))}
      <SavedNote outcome={outcome} />
      <Button icon="plus" onClick={() => addAt(lines.length)} wide>
        {of.of.kind === 'steps' ? words.addStep : words.addRow}
      </Button>
    </div>
  );
}

function useLines(of: Rows, save: (data: JsonObject) => Promise<void>) {
  const words = useWords(parts);
  const keepWords = useContext(KeepWords);
  const [first] = useState(() => of.of.rows.map((row, key): Line => ({ key, row, first: row, isRemoved: false })));
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | undefined>(undefined);
  // A row that is emptied, or not begun, is none.
  const dataOf = (lines: readonly Line[]): JsonObject =>
    withRows(
      of,
      lines
        .filter((line) => !line.isRemoved && (line.row === line.first || !isBlank(line.row, of)))
        .map(({ row }) => row),
    );
  const { value, setValue, outcome } = useSaved<readonly Line[]>(first, (lines) => save(dataOf(lines)), {
    note: (lines) => keepWords(words.rows, lines && unnumberedLinesOf({ data: dataOf(lines) }, words).join('\n')),
    turn: keepWords,
    isSame: (one, other) => one === other || sameJson(dataOf(one), dataOf(other)),
  });
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-row="${wanted.current}"]`);
    wanted.current = undefined;
    row?.querySelector<HTMLElement>('.input, .button')?.focus();
  }, [value]);
  const put = (lines: readonly Line[], focused?: number): void => {
    wanted.current = focused;
    setValue(lines);
  };
  const addAt = (at: number): void => {
    const key = value.length; // none is taken out of the list
    put(value.toSpliced(at, 0, { key, row: of.blank, first: undefined, isRemoved: false }), key);
  };
  return { lines: value, put, addAt, outcome, list };
}

function Row({
  line: { key, row, first, isRemoved },
  of: { cells, of },
  place,
  stops,
  onChange,
  onStep,
}: {
  readonly line: Line;
  readonly of: Rows;
  readonly place: number;
  /** `isMoved` = what had the focus goes. */
  readonly onChange: (change: Partial<Line>, isMoved?: boolean) => void;
  /** Where it can't be moved. */
  readonly stops: readonly RowStep[];
  /** Undefined = it is offered or removed, and has no place of its own. */
  readonly onStep: ((step: RowStep) => void) | undefined;
}) {
  const words = useWords(parts);
  // A name that was there is one that programs know, such as `first_aider`.
  const fixed = of.kind === 'key_values' && first !== undefined ? cells[0]?.read(first) : undefined;
  const legend = fixed ? plain(fixed) : of.kind === 'steps' ? words.step(place) : words.row(place);
  return (
    <div aria-label={legend} class="card pad stack" data-row={key} onKeyDown={onRowKey(onStep)} role="group">
      {isRemoved ? (
        <>
          <p role="status">{words.rowRemoved(legend)}</p>
          <Button onClick={() => onChange({ isRemoved: false }, true)}>{words.undoRemoval(legend)}</Button>
        </>
      ) : (
        <>
          {!fixed && <h2>{legend}</h2>}
          {(fixed ? cells.slice(1) : cells)
            .filter(({ isShown }) => isShown?.(row) ?? true)
            .map((cell, i) => (
              <CellField
                cell={cell}
                key={i}
                label={fixed ? legend : (wordFor(words.rowFields, cell.name) ?? cell.label)}
                onInput={(text) => onChange({ row: cell.write(row, text) })}
                value={cell.read(row)}
              />
            ))}
          {onStep && (
            <RowTools
              legend={legend}
              onRemoved={() => onChange({ isRemoved: true }, true)}
              onStep={onStep}
              stops={stops}
            />
          )}
        </>
      )}
    </div>
  );
}

function CellField({
  cell,
  label,
  value,
  onInput,
}: {
  readonly cell: Cell;
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}) {
  const words = useWords(parts);
  // As high as its words: on a narrow phone a line would cut them off.
  if (!cell.choices) return <Entry label={label} long onInput={onInput} value={value} />;
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="choices">
        {cell.choices.map((choice) => (
          <button
            aria-pressed={value === choice}
            class="button"
            key={choice}
            onClick={() => onInput(choice)}
            type="button"
          >
            {words.rowAnswers[choice]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
