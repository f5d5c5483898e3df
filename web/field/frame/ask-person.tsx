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
  const isFirst = new Set(first.map(({ name }) => name));
  const people = [...first, ...known.filter(({ name }) => !isFirst.has(name))]
    .filter(({ name }) => !except.includes(name))
    .slice(0, mostKnown);
  const isTyped = isTyping || people.length === 0;
  return (
    <fieldset class="stack">
      <legend>{question}</legend>
      <div class="choices">
        {people.map((person) => (
          <button
            aria-pressed={!isTyped && chosen?.name === person.name}
            class="button"
            key={person.name}
            onClick={() => {
              setTyping(false);
              onChoose(person);
            }}
            type="button"
          >
            {person.name}
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
