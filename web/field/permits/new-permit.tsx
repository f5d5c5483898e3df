/** Asks the office for a permit: which work, where, what, for how long, and who asks. No work before the office has authorised it. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { go } from '../base/place.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Permit } from './asked.ts';
import { useRecord } from './use-record.tsx';

const hourMs = 3_600_000;
const shifts = [1, 2, 4, 8, 12, 24];

export function NewPermit({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords(permitWords);
  const [type, setType] = useState<Permit['permit_type'] | null>(null);
  return (
    <Frame back="/permits" below={site.name} room="permits" title={words.askPermit}>
      {type ? (
        <Details onBack={() => setType(null)} site={site} type={type} />
      ) : (
        <section class="card pad stack">
          <h2>{words.whichWork}</h2>
          <div class="choices">
            {Object.entries(words.permitTypes).map(([each, word]) => (
              <Button key={each} onClick={() => setType(each)}>
                {word}
              </Button>
            ))}
          </div>
        </section>
      )}
    </Frame>
  );
}

function Details({
  site,
  type,
  onBack,
}: {
  readonly site: Shown<'site'>;
  readonly type: Permit['permit_type'];
  readonly onBack: () => void;
}) {
  const words = useWords(permitWords);
  const { permits, settings } = replica();
  const [location, setLocation] = useState('');
  const [description, setDescription] = useState('');
  const most = settings.permit.max_duration_hours;
  const limit = most[type] ?? most['default'] ?? 24;
  const hours = [...new Set([...shifts.filter((count) => count < limit), limit])];
  const [chosen, setChosen] = useState(hours.findLast((count) => count <= 8) ?? limit);
  const [person, setPerson] = useState<Somebody | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { record, refusal } = useRecord();
  const isPlaceMissing = location.trim() === '';
  const ask = async (): Promise<void> => {
    setAsked(true);
    if (isPlaceMissing || !person) return;
    const now = serverTime();
    await record(
      (async () => {
        const id = await permits.create({
          permit_type: type,
          project_id: site.project_id,
          site_id: site.id,
          location: location.trim(),
          description: description.trim() || null,
          valid_from: new Date(now).toISOString(),
          valid_to: new Date(now + chosen * hourMs).toISOString(),
        });
        await permits.request(id, { by: person });
        go(`/permits/${id}`, true);
      })(),
    );
  };
  return (
    <section class="card pad stack">
      <h2>{words.permitTypes[type] ?? type}</h2>
      <Entry label={words.whereWork} onInput={setLocation} value={location} />
      {isAsked && isPlaceMissing && (
        <p class="tone-stop" role="alert">
          {words.whereNeeded}
        </p>
      )}
      <Entry label={words.whatWork} long onInput={setDescription} value={description} />
      <fieldset class="stack">
        <legend>{words.howLong}</legend>
        <div class="choices">
          {hours.map((count) => (
            <button
              aria-pressed={count === chosen}
              class="button"
              key={count}
              onClick={() => setChosen(count)}
              type="button"
            >
              {words.hours(count)}
            </button>
          ))}
        </div>
      </fieldset>
      <AskPerson chosen={person} onChoose={setPerson} question={words.whoAsks} />
      {refusal}
      <p>{words.askedFor}</p>
      <Button disabled={!person} icon="send" look="act" onClick={ask} wide>
        {words.ask}
      </Button>
      <Button onClick={onBack} wide>
        {words.back}
      </Button>
    </section>
  );
}
