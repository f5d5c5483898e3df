/**
 * What is written over a value that the server holds and others may change meanwhile. Nothing that is being written is replaced by what
 * others wrote, and each save says what its author saw, so that the server merges the two.
 */
import { useContext, useLayoutEffect, useReducer, useState } from 'preact/hooks';
import { Untaken } from '../input/not-taken.ts';
import { Keeper, openField, Reading, RecordOf } from './keeper.ts';

/** Resolves with whether it was taken. `seen` = what its author began from; undefined = what was read last. */
export type Save<Value> = (next: Value, seen: Value | undefined) => Promise<boolean>;

interface Compared<Value> {
  /** Of its record: under which what is written is kept when the field is not on the screen. */
  readonly name?: string;
  /** What counts as the same. */
  readonly keyOf?: (value: Value) => unknown;
  /** What is shown after a reading, where more is on the screen than is saved. */
  readonly over?: (stored: Value, written: Value) => Value;
  /** Whether more is being written than `put` was told, for it can't be read yet. */
  readonly isUnread?: () => boolean;
}

export function useWritten<Value>(
  stored: Value,
  save: Save<Value>,
  { name, keyOf = (value) => value, over = (value) => value, isUnread = () => false }: Compared<Value> = {},
) {
  const reading = useContext(Reading);
  const keeper = useContext(Keeper);
  const record = useContext(RecordOf);
  const tell = useContext(Untaken);
  const [field] = useState(() =>
    name === undefined ? openField(stored) : keeper(record, name, () => openField(stored)),
  );
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const isSame = (one: Value, other: Value): boolean => JSON.stringify(keyOf(one)) === JSON.stringify(keyOf(other));
  const put = (next: Value): Value => {
    field.latest = next;
    field.redraw();
    return next;
  };
  const follow = (): void => {
    if (field.sending > 0) return;
    field.isBehind = isUnread() || !isSame(field.latest, field.given);
    if (field.isBehind) return;
    field.given = stored;
    field.taken = stored;
    const next = over(stored, field.latest);
    if (JSON.stringify(next) !== JSON.stringify(field.latest)) put(next);
  };
  // Before anybody can write: what is given next says that it was written over what is on the screen. As text, for each reading makes
  // values of its own.
  useLayoutEffect(follow, [JSON.stringify(stored), reading]);
  const note = (isUntaken: boolean): void => {
    field.isUntaken = isUntaken;
    tell(field.again, isUntaken);
    field.redraw();
  };
  const send = async (next: Value): Promise<void> => {
    const before = field.taken;
    const isTaken = await save(next, isSame(before, stored) ? undefined : before);
    field.sending -= 1;
    if (isTaken) field.taken = next;
    else if (field.given === next) field.given = before;
    note(!isTaken);
  };
  const give = (next: Value = field.latest): void => {
    if (isSame(next, field.given)) {
      if (field.sending > 0) return;
      note(false);
      if (field.isBehind) follow();
      return;
    }
    field.given = next;
    // There will be a reading after its answer.
    field.isBehind = false;
    field.sending += 1;
    const others = field.line;
    field.line = (async () => {
      await others;
      await send(next);
    })();
  };
  field.redraw = () => redraw(0);
  field.giveLatest = () => give();
  return {
    written: field.latest,
    /** What is written was not taken, and is nowhere but here. */
    isUntaken: field.isUntaken,
    /** While it is written. */
    put,
    /** Saves it, or without one what is written now, if it differs from what was there. What was not taken stays on the screen, to be saved again. */
    give,
  };
}
