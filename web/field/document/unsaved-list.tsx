/** What was written on this tablet and could not be saved: why, to be copied elsewhere, and dropped when a person says so. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { sendingWords } from '../words/en-sending.ts';
import { dropWords, unsavedWords, type UnsavedWords } from './unsaved-words.ts';

/** `entry` = of this one alone. */
export function UnsavedList({ entry }: { readonly entry?: string }) {
  const words = useSignal(unsavedWords);
  useEffect(() => void unsavedWords.read(), []);
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
  const [isSure, setSure] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
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
      {isCopied && <Banner tone="act">{words.copied}</Banner>}
      <div class="buttons pad">
        {'clipboard' in navigator && (
          <Button icon="copy" onClick={copy}>
            {words.copy}
          </Button>
        )}
        {isSure ? (
          <Button look="stop" onClick={onDrop}>
            {words.giveUpSure}
          </Button>
        ) : (
          <Button icon="trash" onClick={() => setSure(true)}>
            {words.giveUp}
          </Button>
        )}
      </div>
    </li>
  );
}
