/** Asks the office for a permit: which work, where, what, for how long, and who asks. No work before the office has authorised it. */
import { useEffect, useState } from 'preact/hooks';
import { uuidFrom } from '../../../client-sdk/base/random-id.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Wait } from '../frame/said.tsx';
import { permitWords } from '../words/en-permits.ts';
import { askFor } from './ask-for.ts';
import type { Permit } from './asked.ts';
import { BegunPermits } from './begun-permits.tsx';
import { SavedNote } from '../document/edit/saved-text.tsx';
import type { Outcome } from '../document/edit/use-saved.ts';
import { begunPermits, type BegunPermit } from './kept-request.ts';
import { useRecord } from './use-record.tsx';
import { useRequest } from './use-request.ts';

const hourMs = 3_600_000;
const shifts = [1, 2, 4, 8, 12, 24];

export function NewPermit({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(permitWords);
  const [begun, setBegun] = useState<BegunPermit>();
  useEffect(() => {
    const begin = (): void => setBegun(blank(site.id));
    begunPermits.read().then(begin, begin); // a request can be made without those that were begun
  }, [site.id]);
  return (
    <Frame back="/permits" below={site.name} room="permits" title={words.askPermit}>
      {begun?.site === site.id ? <Form first={begun} key={begun.id} onChosen={setBegun} site={site} /> : <Wait />}
    </Frame>
  );
}

function blank(site: string): BegunPermit {
  const id = uuidFrom((bytes) => crypto.getRandomValues(bytes));
  return { id, site, type: null, location: '', description: '', hours: null, person: null };
}

function Form({
  first,
  site,
  onChosen,
}: {
  readonly first: BegunPermit;
  readonly site: Shown<'site'>;
  readonly onChosen: (one: BegunPermit) => void;
}) {
  const words = useWords(permitWords);
  const { value, change, onAsked, outcome } = useRequest(first);
  const others = Object.values(useSignal(begunPermits)).filter(({ id, site: of }) => of === site.id && id !== value.id);
  if (value.type !== null)
    return <Details begun={value} change={change} onAsked={onAsked} outcome={outcome} site={site} type={value.type} />;
  return (
    <>
      <BegunPermits begun={others} onChosen={onChosen} />
      <section class="card pad stack">
        <h2>{words.whichWork}</h2>
        <div class="choices">
          {Object.entries(words.permitTypes).map(([each, word]) => (
            <Button key={each} onClick={() => change({ type: each })}>
              {word}
            </Button>
          ))}
        </div>
      </section>
    </>
  );
}

function Details({
  site,
  type,
  begun: { id, location, description, hours: wanted, person },
  change,
  onAsked,
  outcome,
}: {
  readonly site: Shown<'site'>;
  readonly type: Permit['permit_type'];
  readonly begun: BegunPermit;
  readonly change: (changes: Partial<BegunPermit>) => void;
  readonly onAsked: () => Promise<void>;
  readonly outcome: Outcome;
}) {
  const words = useWords(permitWords);
  const [usual] = useState(() => Math.min(8, limitOf(type))); // stays, as what somebody pressed does
  const chosen = wanted ?? usual;
  const isAllowed = chosen <= limitOf(type);
  const [isTried, setTried] = useState(false);
  const { record, refusal } = useRecord();
  const isPlaceMissing = location.trim() === '';
  const ask = async (): Promise<void> => {
    setTried(true);
    if (isPlaceMissing || !isAllowed || !person) return;
    const now = serverTime();
    await record(
      (async () => {
        const fields = {
          permit_type: type,
          location: location.trim(),
          description: description.trim() || null,
          valid_from: new Date(now).toISOString(),
          valid_to: new Date(now + chosen * hourMs).toISOString(),
        };
        await askFor(id, site, fields, person);
        await onAsked();
      })(),
    );
  };
  return (
    <section class="card pad stack">
      <h2>{words.permitTypes[type] ?? type}</h2>
      <Entry label={words.whereWork} onInput={(text) => change({ location: text })} value={location} />
      {isTried && isPlaceMissing && (
        <p class="tone-stop" role="alert">
          {words.whereNeeded}
        </p>
      )}
      <Entry label={words.whatWork} long onInput={(text) => change({ description: text })} value={description} />
      <HowLong chosen={chosen} limit={limitOf(type)} onChoose={(count) => change({ hours: count })} />
      <AskPerson chosen={person} onChoose={(somebody) => change({ person: somebody })} question={words.whoAsks} />
      {outcome !== null && typeof outcome === 'object' && <SavedNote outcome={outcome} />}
      {refusal}
      <p>{words.askedFor}</p>
      <Button disabled={!isAllowed || !person} icon="send" look="act" onClick={ask} wide>
        {words.ask}
      </Button>
      <Button onClick={() => change({ type: null })} wide>
        {words.back}
      </Button>
    </section>
  );
}

/** In hours. */
function limitOf(type: Permit['permit_type']): number {
  const most = replica().settings.permit.max_duration_hours;
  return most[type] ?? most['default'] ?? 24;
}

/** What is chosen stays while it is allowed, whatever else the office allows meanwhile; else it is chosen again. */
function HowLong({
  chosen,
  limit,
  onChoose,
}: {
  readonly chosen: number;
  readonly limit: number;
  readonly onChoose: (hours: number) => void;
}) {
  const words = useWords(permitWords);
  const hours = [...new Set([...shifts, limit, chosen])].filter((count) => count <= limit).toSorted((a, b) => a - b);
  return (
    <fieldset class="stack">
      <legend>{words.howLong}</legend>
      <div class="choices">
        {hours.map((count) => (
          <button
            aria-pressed={count === chosen}
            class="button"
            key={count}
            onClick={() => onChoose(count)}
            type="button"
          >
            {words.hours(count)}
          </button>
        ))}
      </div>
      {chosen > limit && (
        <p class="tone-stop" role="alert">
          {words.notAllowedNow(words.hours(chosen))}
        </p>
      )}
    </fieldset>
  );
}
