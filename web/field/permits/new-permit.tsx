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
import type { Permit } from './asked.ts';
import { BegunPermits } from './begun-permits.tsx';
import { begunPermits, type BegunPermit } from './kept-request.ts';
import { useRecord } from './use-record.tsx';
import { useRequest } from './use-request.ts';

const hourMs = 3_600_000;
const shifts = [1, 2, 4, 8, 12, 24];

export function NewPermit({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(permitWords);
  const [begun, setBegun] = useState<BegunPermit>();
  useEffect(() => void begunPermits.read().then(() => setBegun(blank(site.id))), [site.id]);
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
  const { value, change, onAsked } = useRequest(first);
  const others = Object.values(useSignal(begunPermits)).filter(({ id, site: of }) => of === site.id && id !== value.id);
  if (value.type !== null)
    return <Details begun={value} change={change} onAsked={onAsked} site={site} type={value.type} />;
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
}: {
  readonly site: Shown<'site'>;
  readonly type: Permit['permit_type'];
  readonly begun: BegunPermit;
  readonly change: (changes: Partial<BegunPermit>) => void;
  readonly onAsked: () => Promise<void>;
}) {
  const words = useWords(permitWords);
  const { permits, settings } = replica();
  const most = settings.permit.max_duration_hours;
  const limit = most[type] ?? most['default'] ?? 24;
  const hours = [...new Set([...shifts.filter((count) => count < limit), limit])];
  const usual = hours.findLast((count) => count <= 8) ?? limit;
  const chosen = wanted !== null && hours.includes(wanted) ? wanted : usual;
  const [isTried, setTried] = useState(false);
  const { record, refusal } = useRecord();
  const isPlaceMissing = location.trim() === '';
  const ask = async (): Promise<void> => {
    setTried(true);
    if (isPlaceMissing || !person) return;
    const now = serverTime();
    await record(
      (async () => {
        await permits.create({
          id,
          permit_type: type,
          project_id: site.project_id,
          site_id: site.id,
          location: location.trim(),
          description: description.trim() || null,
          valid_from: new Date(now).toISOString(),
          valid_to: new Date(now + chosen * hourMs).toISOString(),
        });
        await permits.request(id, { by: person });
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
      <fieldset class="stack">
        <legend>{words.howLong}</legend>
        <div class="choices">
          {hours.map((count) => (
            <button
              aria-pressed={count === chosen}
              class="button"
              key={count}
              onClick={() => change({ hours: count })}
              type="button"
            >
              {words.hours(count)}
            </button>
          ))}
        </div>
      </fieldset>
      <AskPerson chosen={person} onChoose={(somebody) => change({ person: somebody })} question={words.whoAsks} />
      {refusal}
      <p>{words.askedFor}</p>
      <Button disabled={!person} icon="send" look="act" onClick={ask} wide>
        {words.ask}
      </Button>
      <Button onClick={() => change({ type: null })} wide>
        {words.back}
      </Button>
    </section>
  );
}
