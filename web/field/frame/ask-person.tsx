/** Asks for a person: those whom the tablet knows, or a name that is typed. */
import { useState } from 'preact/hooks';
import { isSamePerson, personAmong } from '../../../shared/model/same-person.ts';
import { Button } from '../../ui/button.tsx';
import { keyOf, offersOf, usePeople, type Somebody } from '../base/people.ts';
import { useWords } from '../base/words.ts';
import { Entry } from './entry.tsx';

const mostKnown = 24;

export function AskPerson({
  question,
  first = [],
  except = [],
  chosen,
  onChoose,
}: {
  readonly question: string;
  /** Shown before all others. */
  readonly first?: readonly Somebody[];
  /** Who may not be chosen. */
  readonly except?: readonly Somebody[];
  readonly chosen: Somebody | null;
  readonly onChoose: (person: Somebody | null) => void;
}) {
  const words = useWords();
  const [isTyping, setTyping] = useState(false);
  const known = usePeople();
  const people = offersOf(first, known)
    .filter((person) => !except.some((each) => isSamePerson(each, person)))
    .slice(0, mostKnown);
  const isTyped = isTyping || people.length === 0;
  const pressed = chosen && !isTyped ? personAmong(people, chosen) : undefined;
  return (
    <fieldset class="stack">
      <legend>{question}</legend>
      <div class="choices">
        {people.map((person) => (
          <button
            aria-pressed={person === pressed}
            class="button"
            key={keyOf(person)}
            onClick={() => {
              setTyping(false);
              const { id, name, employer_name } = person;
              onChoose({ id, name, ...(employer_name ? { employer_name } : {}) });
            }}
            type="button"
          >
            {person.label}
          </button>
        ))}
        {people.length > 0 && (
          <Button
            icon="plus"
            onClick={() => {
              setTyping(true);
              onChoose(null);
            }}
          >
            {words.somebodyElse}
          </Button>
        )}
      </div>
      {isTyped && (
        <Entry
          label={words.name}
          onInput={(text) => onChoose(text.trim() === '' ? null : { id: null, name: text.trim() })}
          value={chosen?.name ?? ''}
        />
      )}
    </fieldset>
  );
}
