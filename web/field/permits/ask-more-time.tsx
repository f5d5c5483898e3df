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

/** When it can end instead, ms since 1970, with what was chosen while it is one; none where its type allows no more. */
export function laterEnds(
  { permit_type: type, valid_from: from, valid_to: to }: Permit,
  chosen: number | null = null,
): number[] {
  const most = replica().settings.permit.max_duration_hours;
  const limit = Date.parse(from ?? '') + (most[type] ?? most['default'] ?? 24) * hourMs;
  const end = Date.parse(to ?? '');
  const all = [...steps.map((hours) => end + hours * hourMs), limit, ...(chosen === null ? [] : [chosen])];
  return [...new Set(all)].filter((at) => at > end && at <= limit).toSorted((a, b) => a - b);
}

export function AskMoreTime({ permit, written, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const [issuer, holder] = [issuerOf(permit), holderOf(permit)];
  const { end, person = issuer } = written;
  // The office may change meanwhile what the type allows.
  const ends = laterEnds(permit, end);
  const isOffered = end !== null && ends.includes(end);
  const extend = async (): Promise<void> => {
    if (!isOffered || !person) return;
    await record(replica().permits.extend(permit.id, { to: new Date(end).toISOString(), by: person }));
  };
  return (
    <section class="card pad stack">
      <fieldset class="stack">
        <legend>{words.untilWhen}</legend>
        <div class="choices">
          {ends.map((at) => (
            <button aria-pressed={at === end} class="button" key={at} onClick={() => write({ end: at })} type="button">
              {moment(at)}
            </button>
          ))}
        </div>
        {ends.length === 0 ? (
          <p class="tone-stop" role="alert">
            {words.noMoreTime}
          </p>
        ) : (
          end !== null &&
          !isOffered && (
            <p class="tone-stop" role="alert">
              {words.notAllowedNow(moment(end))}
            </p>
          )
        )}
      </fieldset>
      <AskPerson
        chosen={person}
        except={holder ? [holder] : []}
        first={issuer ? [issuer] : []}
        onChoose={(somebody) => write({ person: somebody })}
        question={words.whoExtends}
      />
      <Button disabled={!isOffered || !person} icon="clock" look="act" onClick={extend} wide>
        {words.moreTime}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
