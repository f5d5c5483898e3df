/** Who tells the talk, and who translates it: said once, and recorded with each sign-off of it. */
import { useState } from 'preact/hooks';
import { languageOf } from '../../../shared/model/language.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Member } from '../base/crew.ts';
import { changeSession } from '../base/session.ts';
import { clock } from '../base/times.ts';
import type { Interpretation, Session } from '../base/talk.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Entry } from '../frame/entry.tsx';
import { documentWords } from '../words/en-document.ts';
import { leadWords } from '../words/en-lead.ts';

const parts = { ...documentWords, ...leadWords };
const ways: readonly Interpretation[] = [
  'none_needed',
  'bilingual_colleague',
  'professional_interpreter',
  'none_provided',
];
/** With somebody who has a name. */
const named = new Set<unknown>(['bilingual_colleague', 'professional_interpreter']);

export function TalkFacts({ session, crew }: { readonly session: Session; readonly crew: readonly Member[] }) {
  const words = useWords(parts);
  const [isOpen, setOpen] = useState(false);
  const { briefedBy, interpretation, interpreter, startedAt, endedAt } = session;
  const translation = interpretation && [words.interpretations[interpretation], interpreter].filter(Boolean).join(', ');
  return (
    <section class="card pad">
      <div class="line">
        <Icon name="user" size={28} />
        <p class="main">
          <span class="second">{words.briefedBy}: </span>
          <b>{briefedBy?.name ?? words.notSaid}</b>
          {translation && <span class="second"> · {translation}</span>}
          <span class="second lines">
            {endedAt ? words.talkGiven(clock(startedAt), clock(endedAt)) : words.talkSince(clock(startedAt))}
          </span>
        </p>
        {!isOpen && <Button onClick={() => setOpen(true)}>{briefedBy ? words.edit : words.whoBriefs}</Button>}
      </div>
      {isOpen && (
        <Ask
          isTranslated={crew.some(({ language }) => languageOf(language) !== 'en')}
          onDone={() => setOpen(false)}
          session={session}
        />
      )}
    </section>
  );
}

function Ask({
  session,
  isTranslated,
  onDone,
}: {
  readonly session: Session;
  /** Somebody here does not read English. */
  readonly isTranslated: boolean;
  readonly onDone: () => void;
}) {
  const words = useWords(parts);
  const { briefedBy = null, interpretation, interpreter = '' } = session;
  const change = (next: Partial<Session>): void => void changeSession(session, next);
  return (
    <>
      <AskPerson chosen={briefedBy} onChoose={(person) => change({ briefedBy: person })} question={words.whoBriefs} />
      {isTranslated && (
        <fieldset>
          <legend>{words.interpreter}</legend>
          <div class="choices">
            {ways.map((way) => (
              <button
                aria-pressed={way === interpretation}
                class="button"
                key={way}
                onClick={() => change({ interpretation: way })}
                type="button"
              >
                {words.interpretations[way]}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {named.has(interpretation) && (
        <Entry label={words.interpreterName} onInput={(name) => change({ interpreter: name })} value={interpreter} />
      )}
      <div class="buttons large-ones">
        <Button icon="check" onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </>
  );
}
