/**
 * Keeps what is written in the fields of an editor, by record and field: one that is folded away, removed and brought back, or not on the
 * screen for another reason has its words still.
 */
import { createContext } from 'preact';

export interface Field<Value> {
  /** On the screen. */
  latest: Value;
  /** What was given to be saved last, and what was taken last: each save is written over the latter. */
  given: Value;
  taken: Value;
  line: Promise<unknown>;
  sending: number;
  /** Something was read that is not shown, for the field was being written. */
  isBehind: boolean;
  /** `latest` was not taken, and is nowhere but here. */
  isUntaken: boolean;
  /** Saves it again: the same function for as long as the field is kept. */
  readonly again: () => void;
  giveLatest: () => void;
  redraw: () => void;
}

export function openField<Value>(stored: Value): Field<Value> {
  const nothing = (): void => undefined;
  const field: Field<Value> = {
    latest: stored,
    given: stored,
    taken: stored,
    line: Promise.resolve(),
    sending: 0,
    isBehind: false,
    isUntaken: false,
    again: () => field.giveLatest(),
    giveLatest: nothing,
    redraw: nothing,
  };
  return field;
}

/** The field of a record under this name, which is opened where there is none. */
export type FieldOf = <Value>(record: string, name: string, open: () => Field<Value>) => Field<Value>;

/** Where nothing is kept, each field is new. */
export const Keeper = createContext<FieldOf>((_record, _name, open) => open());

/** The id of the record whose fields these are. */
export const RecordOf = createContext('');

/** Something else after each reading from the server: what is not being written shows then what the server holds. */
export const Reading = createContext<unknown>(null);
