/** A field of a draft that saves itself, and says so below. */
import { useContext } from 'preact/hooks';
import { useWords } from '../../base/words.ts';
import { Banner } from '../../frame/banner.tsx';
import { Entry } from '../../frame/entry.tsx';
import { documentWords } from '../../words/en-document.ts';
import { KeepWords } from './unsaved-words.ts';
import { useSaved, type Outcome } from './use-saved.ts';

export function SavedText({
  label,
  first,
  save,
  long = false,
}: {
  readonly label: string;
  readonly first: string;
  readonly save: (text: string) => Promise<unknown>;
  readonly long?: boolean;
}) {
  const keepWords = useContext(KeepWords);
  const { value, setValue, outcome } = useSaved(first, save, {
    note: (text) => keepWords(label, text),
    turn: keepWords,
  });
  return (
    <div>
      <Entry label={label} long={long} onInput={setValue} value={value} />
      <SavedNote outcome={outcome} />
    </div>
  );
}

export function SavedNote({ outcome }: { readonly outcome: Outcome }) {
  const words = useWords(documentWords);
  if (outcome !== null && typeof outcome === 'object') return <Banner tone="stop">{outcome.problem}</Banner>;
  return <p role="status">{outcome && (outcome === 'saved' ? words.saved : words.saving)}</p>;
}
