/** The fields of the editor with what is written in them: how many were not taken, or can't be. Nobody leaves those unasked. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Field, FieldOf } from '../../ui/written/keeper.ts';
import { hold } from '../base/unsaved.ts';

type Again = () => void;

export interface Fields {
  /** For `Keeper`. */
  readonly field: FieldOf;
  /** For `Untaken` around the fields of a record. */
  readonly noteOf: (record: string) => (again: Again, isUntaken: boolean) => void;
  /** What saves each again, or leads to it: of a record, or of all; without those of records that were removed here. */
  readonly untaken: (record?: string) => readonly Again[];
  /** Whether a record has words that are nowhere else, or have no answer yet. */
  readonly holds: (record: string) => boolean;
  /** A record that is removed here takes its words with it, until it is brought back. */
  readonly letGo: (record: string, isGone: boolean) => void;
}

export function useFields(): Fields {
  const [, setTurn] = useState(0);
  const isLeft = useRef(false);
  const fields = useMemo(
    () =>
      openFields((holdsSome) => {
        // A change that ends after it was left has nobody here to ask.
        hold(fields, holdsSome && !isLeft.current);
        setTurn((turn) => turn + 1);
      }),
    [],
  );
  useLayoutEffect(
    () => () => {
      isLeft.current = true;
      hold(fields, false);
    },
    [fields],
  );
  return fields;
}

/** `onChange` is told whether any field has words that are nowhere else. */
function openFields(onChange: (holdsSome: boolean) => void): Fields {
  const byName = new Map<string, Field<unknown>>();
  const notes = new Map<string, ReturnType<Fields['noteOf']>>();
  const untaken = new Map<Again, string>();
  const gone = new Set<string>();
  const of = (record?: string): readonly Again[] =>
    [...untaken]
      .filter(([, each]) => !gone.has(each) && (record === undefined || each === record))
      .map(([again]) => again);
  const changed = (): void => onChange(of().length > 0);
  const note = (record: string, again: Again, isUntaken: boolean): void => {
    if (isUntaken === untaken.has(again)) return;
    if (isUntaken) untaken.set(again, record);
    else untaken.delete(again);
    changed();
  };
  return {
    field: <Value>(record: string, name: string, open: () => Field<Value>) => {
      const key = `${record} ${name}`;
      const kept = byName.get(key) as Field<Value> | undefined; // one name holds values of one type
      if (kept) return kept;
      const opened = open();
      byName.set(key, opened);
      return opened;
    },
    noteOf: (record) => {
      const known = notes.get(record) ?? ((again, isUntaken) => note(record, again, isUntaken));
      notes.set(record, known);
      return known;
    },
    untaken: of,
    holds: (record) =>
      of(record).length > 0 || [...byName].some(([key, { sending }]) => sending > 0 && key.startsWith(`${record} `)),
    letGo: (record, isGone) => {
      if (isGone === gone.has(record)) return;
      if (isGone) gone.add(record);
      else gone.delete(record);
      changed();
    },
  };
}
