/** Adds somebody to the crew of a document: for every tablet of the site, and for the office. */
import { useState } from 'preact/hooks';
import { isSamePerson } from '../../../shared/model/same-person.ts';
import { Button } from '../../ui/button.tsx';
import { useOnce } from '../base/once.ts';
import { useOffered } from '../frame/offered-languages.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { briefWords } from '../words/en-brief.ts';
import { addPerson, type Known } from './change-crew.ts';

export function AddPerson({
  document,
  known,
  onDone,
}: {
  readonly document: string;
  readonly known: Known;
  readonly onDone: () => void;
}) {
  const words = useWords(briefWords);
  const [name, setName] = useState('');
  const [employer, setEmployer] = useState('');
  const [language, setLanguage] = useState<string | null>(null);
  const offered = useOffered(language ?? 'en');
  const [hint, setHint] = useState<string | null>(null);
  const { once } = useOnce();
  const add = async (): Promise<void> => {
    if (name.trim() === '') return setHint(words.nameNeeded);
    const added = { id: null, name, employer_name: employer.trim() || null };
    // Namesakes without an employer cannot be told apart.
    if (known.members.some((each) => isSamePerson({ ...each, employer_name: each.employer }, added)))
      return setHint(words.nameTaken);
    await addPerson(document, known, { name: name.trim(), employer: employer.trim() || null, language });
    onDone();
  };
  return (
    <form
      class="card pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        once(add).catch(() => setHint(words.fault));
      }}
    >
      <Entry label={words.name} onInput={setName} value={name} />
      {hint !== null && <Banner tone="stop">{hint}</Banner>}
      <Entry help={words.optional} label={words.employer} onInput={setEmployer} value={employer} />
      <fieldset>
        <legend>{words.languageOf}</legend>
        <div class="choices">
          {offered.map(([code, { name: own }]) => (
            <button
              aria-pressed={code === language}
              class="button"
              key={code}
              lang={code}
              onClick={() => setLanguage(code)}
              type="button"
            >
              {own}
            </button>
          ))}
        </div>
      </fieldset>
      <Button look="act" type="submit" wide>
        {words.add}
      </Button>
    </form>
  );
}
