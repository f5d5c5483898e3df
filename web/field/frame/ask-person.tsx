/** Asks for a person: those whom the tablet knows, or a name that is typed. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { usePeople, type Somebody } from '../base/people.ts';
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
  /** Names of those who may not be chosen. */
  readonly except?: readonly string[];
  readonly chosen: Somebody | null;
  readonly onChoose: (person: Somebody | null) => void;
}) {
  const words = useWords();
  const [isTyping, setTyping] = useState(false);
  const known = usePeople();
  const people = [
    ...first.map((each) => ({ ...each, label: known.find((one) => isSame(one, each))?.label ?? each.name })),
    ...known.filter((each) => !first.some((one) => isSame(one, each))),
  ]
    .filter(({ name }) => !except.includes(name))
    .slice(0, mostKnown);
  const isTyped = isTyping || people.length === 0;
  return (
    <fieldset class="stack">
      <legend>{question}</legend>
      <div class="choices">
        {people.map((person) => (
          <button
            aria-pressed={!isTyped && chosen !== null && isSame(chosen, person)}
            class="button"
            key={person.id ?? person.label}
            onClick={() => {
              setTyping(false);
              onChoose({ id: person.id, name: person.name });
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

/** By id where both have one. */
function isSame(a: Somebody, b: Somebody): boolean {
  return a.id !== null && b.id !== null ? a.id === b.id : a.name === b.name;
}
