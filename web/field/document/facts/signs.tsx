/** The signal word of a substance, and each sign with what it means. */
import { GhsSign } from '../../../ui/ghs-sign.tsx';
import type { Substance } from '../../base/content.ts';
import { useWords } from '../../base/words.ts';
import { substanceWords } from '../../words/en-substance.ts';

export function Signs({ substance }: { readonly substance: Pick<Substance, 'signal_word' | 'pictograms'> }) {
  const words = useWords(substanceWords);
  const { signal_word: signal, pictograms = [] } = substance;
  const word = signal && words.signalWords[signal];
  if (!word && pictograms.length === 0) return null;
  return (
    <div class="signs">
      {word && <b class={`tag on-${signal === 'danger' ? 'stop' : 'care'}`}>{word}</b>}
      {pictograms.map((code) => (
        <span class="sign-word" key={code}>
          <GhsSign code={code} size={48} />
          {words.signs[code] ?? code}
        </span>
      ))}
    </div>
  );
}
