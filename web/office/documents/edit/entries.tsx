/** Entries of one kind in their order: each opens to be written; moved by drag, by buttons, or by Alt ↑ and Alt ↓. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryMember } from '../../../../shared/compliance/places.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Keys } from '../../../ui/tabs.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { RecordOf } from '../../../ui/written/keeper.ts';
import { useAddress } from '../../base/place.ts';
import { Form } from '../../frame/form.tsx';
import type { Fields } from '../keep-fields.ts';
import { wantedOf } from '../check/place-link.ts';
import { Fold } from './fold.tsx';
import { useGone } from './gone.ts';
import { useFocusAfter, useOrder } from './order.ts';

interface Entry {
  readonly id: string;
}

export function Entries<Each extends Entry>({
  title,
  member,
  entries: stored,
  nameOf,
  addLabel = 'Entry to add',
  add,
  addForm,
  remove,
  restore,
  reorder,
  more,
  fields,
  mark,
  chips,
  children,
}: {
  readonly title: string;
  /** Of the document, which holds them. */
  readonly member: EntryMember;
  readonly entries: readonly Each[];
  readonly nameOf: (entry: Each) => string;
  readonly addLabel?: string;
  readonly add?: (name: string) => Promise<boolean>;
  /** In place of the one that asks for a name alone. */
  readonly addForm?: ComponentChildren;
  /** Resolves with whether it was taken. */
  readonly remove: (entry: Each) => Promise<boolean>;
  /** Of one that was removed. */
  readonly restore: (entry: Each) => Promise<unknown>;
  /** Absent = their order means nothing. */
  readonly reorder?: (ids: string[]) => Promise<boolean>;
  /** What else can be done with all of them. */
  readonly more?: ComponentChildren;
  /** What is written in them. */
  readonly fields: Pick<Fields, 'noteOf' | 'holds' | 'letGo'>;
  /** Beside the name, also while the entry is closed. */
  readonly mark?: (entry: Each) => ComponentChildren;
  /** At the end of its line, also while it is closed. */
  readonly chips?: (entry: Each) => ComponentChildren;
  readonly children: (entry: Each) => ComponentChildren;
}) {
  const dragged = useRef<number | null>(null);
  const { ordered, ask } = useOrder(stored, reorder);
  const { list, noteRemoved } = useFocusAfter(stored);
  const { entries, isGone, letGo } = useGone(ordered, ({ id }) => fields.holds(id));
  const wanted = wantedOf(useAddress());
  /** A line can be dragged while it is held; otherwise its words can be chosen. Nothing is drawn anew for it. */
  const hold = (line: Element, at: number | null): void => {
    dragged.current = at;
    line.closest('li')?.setAttribute('draggable', String(at !== null && reorder !== undefined));
  };
  const move = async (from: number, to: number): Promise<void> => {
    const moved = entries[from];
    if (!reorder || !moved || from === to) return;
    if (to < 0 || to >= entries.length) return tell(`${nameOf(moved)} is ${to < 0 ? 'first' : 'last'} already.`);
    const others = ordered.filter((each) => each !== moved).map(({ id }) => id);
    if (await ask(others.toSpliced(to, 0, moved.id)))
      tell(`${nameOf(moved)} is number ${to + 1} of ${entries.length} now.`);
  };
  const removeHere = async (entry: Each, at: number): Promise<void> => {
    noteRemoved(entry.id, at);
    letGo(entry.id, true);
    fields.letGo(entry.id, true);
    if (isGone(entry)) return;
    const isTaken = await remove(entry);
    fields.letGo(entry.id, isTaken);
    if (!isTaken) return letGo(entry.id, false);
    // The same one comes back, at its place.
    tell(`${nameOf(entry)} is removed.`, () => restore(entry));
  };
  // One that is there again has what was written in it.
  useEffect(() => stored.forEach(({ id }) => fields.letGo(id, false)), [stored]);
  return (
    <Panel
      actions={
        <>
          {reorder && entries.length > 1 && <Keys keys={[['Alt ↑ ↓', 'move the chosen one']]} />}
          {more}
        </>
      }
      count={entries.length}
      part={member}
      title={title}
    >
      <ol class="entries" ref={list}>
        {entries.map((entry, at) => (
          <li
            id={`entry-${entry.id}`}
            key={entry.id}
            onDragEnd={({ currentTarget }) => hold(currentTarget, null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged.current !== null && void move(dragged.current, at)}
            onKeyDown={(event) => {
              if (!event.altKey || !reorder || !/^Arrow(Up|Down)$/.test(event.key) || isWriting(event)) return;
              event.preventDefault();
              void move(at, event.key === 'ArrowUp' ? at - 1 : at + 1);
            }}
          >
            <Fold
              isWanted={wanted.entry === entry.id}
              summary={
                <summary
                  aria-keyshortcuts={reorder && 'Alt+ArrowUp Alt+ArrowDown'}
                  onPointerDown={({ currentTarget }) => hold(currentTarget, at)}
                  onPointerUp={({ currentTarget }) => hold(currentTarget, null)}
                >
                  {reorder && (
                    <span class="grip">
                      <Icon name="grip-vertical" />
                    </span>
                  )}
                  <b>{nameOf(entry)}</b> {mark?.(entry)}
                  {chips && <span class="chips">{chips(entry)}</span>}
                  <span class="opens">
                    <Icon name="chevron-down" />
                  </span>
                </summary>
              }
            >
              {() => (
                <>
                  {isGone(entry) && (
                    <Notice
                      actions={
                        <Button onClick={() => restore(entry)} small>
                          Bring it back
                        </Button>
                      }
                      tone="stop"
                    >
                      Somebody removed this while you had it open. What you wrote stays here until you leave.
                    </Notice>
                  )}
                  <RecordOf.Provider value={entry.id}>
                    <Untaken.Provider value={fields.noteOf(entry.id)}>{children(entry)}</Untaken.Provider>
                  </RecordOf.Provider>
                  <div class="choices">
                    {reorder && (
                      <>
                        <IconButton icon="arrow-up" label="Move up" onClick={() => move(at, at - 1)} />
                        <IconButton icon="arrow-down" label="Move down" onClick={() => move(at, at + 1)} />
                      </>
                    )}
                    <Button icon="trash" onClick={() => removeHere(entry, at)} small>
                      Remove
                    </Button>
                  </div>
                </>
              )}
            </Fold>
          </li>
        ))}
      </ol>
      {addForm ?? (add && <AddEntry add={add} label={addLabel} member={member} />)}
    </Panel>
  );
}

/** In a field these keys have a meaning of their own. */
function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}

function AddEntry({
  label,
  member,
  add,
}: {
  readonly label: string;
  readonly member: EntryMember;
  readonly add: (name: string) => Promise<boolean>;
}) {
  const [name, setName] = useState('');
  /** What was not taken stays. */
  const save = async (): Promise<boolean> => {
    const isTaken = await add(name.trim());
    if (isTaken) setName((now) => (now === name ? '' : now));
    return isTaken;
  };
  return (
    <Form class="pad filters" id={`add-${member}`} save={() => name.trim() !== '' && save()}>
      <TextField label={label} name={`add-${member}`} onInput={setName} value={name} />
      <Button icon="plus" type="submit">
        Add
      </Button>
    </Form>
  );
}
