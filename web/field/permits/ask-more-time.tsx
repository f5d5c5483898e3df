/** More time for a permit, given by somebody other than its holder, within what its type allows. */
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked, Permit } from './asked.ts';
import { holderOf, issuerOf } from './who.ts';

const hourMs = 3_600_000;
const steps = [0.5, 1, 2, 4];

/** When it can end instead, ms since 1970; none where its type allows no more. */
export function laterEnds({ permit_type: type, valid_from: from, valid_to: to }: Permit): number[] {
  const most = replica().settings.permit.max_duration_hours;
  const limit = Date.parse(from ?? '') + (most[type] ?? most['default'] ?? 24) * hourMs;
  const end = Date.parse(to ?? '');
  return [...new Set([...steps.map((hours) => end + hours * hourMs), limit])].filter((at) => at > end && at <= limit);
}

export function AskMoreTime({ permit, written, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const [issuer, holder] = [issuerOf(permit), holderOf(permit)];
  const { end, person = issuer } = written;
  const extend = async (): Promise<void> => {
    if (end === null || !person) return;
    await record(replica().permits.extend(permit.id, { to: new Date(end).toISOString(), by: person }));
  };
  return (
    <section class="card pad stack">
      <fieldset class="stack">
        <legend>{words.untilWhen}</legend>
        <div class="choices">
          {laterEnds(permit).map((at) => (
            <button aria-pressed={at === end} class="button" key={at} onClick={() => write({ end: at })} type="button">
              {moment(at)}
            </button>
          ))}
        </div>
      </fieldset>
      <AskPerson
        chosen={person}
        except={holder ? [holder] : []}
        first={issuer ? [issuer] : []}
        onChoose={(somebody) => write({ person: somebody })}
        question={words.whoExtends}
      />
      <Button disabled={end === null || !person} icon="clock" look="act" onClick={extend} wide>
        {words.moreTime}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
