/** The language of the app on this tablet. Only English was checked: each other one says so, on its button and once it is chosen. */
import { useOffered } from './offered-languages.ts';
import { useSignal } from '../base/signal.ts';
import { chooseLanguage, language, languages, useWords } from '../base/words.ts';
import { Banner } from './banner.tsx';
import { moreWords } from '../words/en-more.ts';

export function Languages() {
  const words = useWords(moreWords);
  const chosen = useSignal(language);
  const offered = useOffered(chosen);
  return (
    <fieldset class="card pad stack">
      <legend class="unseen">{words.language}</legend>
      <div class="choices">
        {offered.map(([code, { name, load }]) => (
          <button
            aria-pressed={code === chosen}
            class="button"
            key={code}
            onClick={() => void chooseLanguage(code)}
            type="button"
          >
            <span lang={code}>{name}</span>
            {load && <small>{words.notChecked}</small>}
          </button>
        ))}
      </div>
      {languages[chosen]?.load && (
        <Banner tone="care">
          {words.uncheckedWords}
          <span class="lines" lang="en">
            {moreWords.uncheckedWords}
          </span>
        </Banner>
      )}
    </fieldset>
  );
}
