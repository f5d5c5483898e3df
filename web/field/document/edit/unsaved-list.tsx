/** What was written on this tablet and could not be saved: why, to be copied elsewhere, and dropped when a person says so. */
import { useEffect } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { useSignal } from '../../base/signal.ts';
import { useWords } from '../../base/words.ts';
import { CopyOrDrop } from '../../frame/copy-or-drop.tsx';
import { sendingWords } from '../../words/en-sending.ts';
import { dropWords, unsavedWords, type UnsavedWords } from './unsaved-words.ts';

/** `entry` = of this one alone. */
export function UnsavedList({ entry }: { readonly entry?: string }) {
  const words = useSignal(unsavedWords);
  useEffect(() => void unsavedWords.read().catch(() => undefined), []);
  const own = Object.entries(words).filter(([, each]) => entry === undefined || each.entry === entry);
  return own.length === 0 ? null : (
    <ul class="card list">
      {own.map(([key, each]) => (
        <Unsaved key={key} of={each} onDrop={() => dropWords(key)} />
      ))}
    </ul>
  );
}

function Unsaved({
  of: { name, label, text, isGone },
  onDrop,
}: {
  readonly of: UnsavedWords;
  readonly onDrop: () => Promise<void>;
}) {
  const words = useWords(sendingWords);
  return (
    <li>
      <div class="row">
        <Icon name="triangle-alert" size={28} tone="stop" />
        <span class="main">
          <b>
            {name}: {label}
          </b>
          <span class="tone-stop">{isGone ? words.refusals['gone'] : words.locked}</span>
          <span class="second kept-text">{text}</span>
        </span>
      </div>
      <div class="pad stack">
        <CopyOrDrop onDrop={onDrop} text={text} />
      </div>
    </li>
  );
}
