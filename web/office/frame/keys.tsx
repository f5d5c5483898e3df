/** Keys that work on every screen, and the dialog that names them. */
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { isPressed } from '../../ui/input/is-pressed.ts';
import { isCommand } from './key-commands.ts';
import { go } from '../base/place.ts';
import { isUnsaved, leaveFor } from '../base/unsaved.ts';
import { pressFold } from './pane.tsx';
import { rooms } from './rooms.ts';

const named: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'search'],
  ['N', 'new document'],
  ['↑ ↓ J K', 'move in a list'],
  ['Enter', 'open'],
  ['Space', 'preview, in the documents'],
  ['X', 'select, in the documents'],
  ['Shift X', 'to what can be done with those selected'],
  ['[ ]', 'hide or show what is at the sides'],
  ['Ctrl Enter', 'next to mend, in a draft'],
  ['Alt ↑ ↓', 'move what is chosen, in a draft'],
  ['Alt Enter', 'one more row below, in a draft'],
  ['Esc', 'close what is open'],
  ['?', 'these keys'],
];

/** `G` and a letter go to a room within this time. */
const chordMs = 1500;

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

export function OfficeKeys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let chordAt = 0;
    const press = (event: KeyboardEvent): void => {
      if (!isCommand(event) || isTyping(event.target)) return;
      const isChord = event.timeStamp - chordAt < chordMs && chordAt > 0;
      chordAt = 0;
      const room = isChord ? rooms.find(({ key }) => key === event.key) : undefined;
      // What leads elsewhere does nothing while something is unsaved.
      if (isUnsaved() && (room || event.key === 'n' || event.key === '/')) return;
      if (room) void leaveFor(() => go(room.href));
      else if (event.key === 'g') chordAt = event.timeStamp;
      else if (event.key === '/') document.querySelector<HTMLInputElement>('input[type=search]')?.focus();
      else if (event.key === 'n') void leaveFor(() => go('/office/documents/new'));
      else if (event.key === '?') setOpen(true);
      else if (event.key === '[' || event.key === ']') pressFold(event.key);
      else if (Object.hasOwn(steps, event.key)) {
        if (!moveInList(steps[event.key] ?? 1)) return;
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog onClose={() => setOpen(false)} title="Keys">
      <dl class="facts">
        {[...named, ...rooms.map(({ key, word }) => [`G ${key.toUpperCase()}`, word] as const)].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector('dialog[open]') !== null) return true;
  const field = target.closest('input, select, textarea');
  return field !== null && !isPressed(field);
}

/** A row opens by its title, or where that is none by its one verb. */
const rowLinks = 'main a.title, main .rows > li:not(:has(a.title)) > a.button';

/** What has the focus where nothing that can be used has it. */
const nowhere = 'body, h1, [data-stand-in]';

/** From the row that has the focus, or holds what has it, to the next; false where there is no list, or the person scrolls. */
function moveInList(step: 1 | -1): boolean {
  const { activeElement: focused } = document;
  const links = [...document.querySelectorAll<HTMLElement>(rowLinks)];
  const row = focused?.closest('tr, li');
  const at = links.findIndex((link) => link === focused || row?.contains(link));
  const next = links[at + step];
  if (links.length === 0 || (at < 0 && !focused?.matches(nowhere))) return false;
  (at < 0 ? links[0] : next)?.focus();
  return true;
}
