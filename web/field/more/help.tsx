/** Help: what people ask on a site, answered on the tablet itself. */
import { useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { briefWords } from '../words/en-brief.ts';
import { changedWords } from '../words/en-changed.ts';
import { helpWords, type Answered } from '../words/en-help.ts';
import { pinWords } from '../words/en-pin.ts';
import { signWords } from '../words/en-sign.ts';

/** The answers, and the screens whose buttons they name. */
const parts = { ...helpWords, ...briefWords, ...changedWords, ...pinWords, ...signWords };

export function Help({ organisation }: { readonly organisation: string | undefined }) {
  const words = useWords(parts);
  return (
    <Frame back="/more" room="more" title={words.help}>
      <div class="stack">
        {Object.entries<Answered>(words.answers).map(([topic, { question, answer }]) => (
          <details class="card pad" key={topic}>
            <summary>
              <h2>{question}</h2>
            </summary>
            <p>{answer(words)}</p>
          </details>
        ))}
      </div>
      {organisation !== undefined && <p class="second">{words.askOffice(organisation)}</p>}
    </Frame>
  );
}
