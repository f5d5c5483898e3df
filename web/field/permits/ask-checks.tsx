/** What was looked at again before the work goes on, in the name of who authorised it. */
import { useState } from 'preact/hooks';
import { stopsOf } from '../../../shared/resources/permit/seen.ts';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { issuerOf } from './who.ts';

export function AskChecks({ permit, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  // Ticks are of the stops that were on the screen: another one asks for them again.
  const stops = stopsOf(permit).flatMap(({ suspended_at: at }) => at ?? []);
  const [made, setMade] = useState<{ readonly stops: readonly string[]; readonly ticked: readonly string[] }>();
  const ticked = made?.stops.join() === stops.join() ? made.ticked : [];
  const issuer = issuerOf(permit);
  const own = permit.checks.map(({ item }) => item);
  // The permit may change meanwhile: what counts is what it asks now. Recorded in English, and shown in the language that is chosen.
  const items = own.length > 0 ? own : permitWords.resumeChecks;
  return (
    <section class="card pad stack">
      <p>{words.resumeBy(issuer?.name ?? '')}</p>
      {items.map((item, i) => (
        <label class="check" key={item}>
          <input
            checked={ticked.includes(item)}
            onChange={({ currentTarget: { checked } }) =>
              setMade({ stops, ticked: checked ? [...ticked, item] : ticked.filter((each) => each !== item) })
            }
            type="checkbox"
          />
          {own.length > 0 ? item : words.resumeChecks[i]}
        </label>
      ))}
      <Button
        disabled={!items.every((item) => ticked.includes(item))}
        icon="play"
        look="act"
        onClick={() =>
          record(replica().permits.resume(permit.id, { revalidated_checks: [...items], stops, by: issuer }))
        }
        wide
      >
        {words.resume}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
