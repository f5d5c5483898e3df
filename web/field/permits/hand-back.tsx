/** The end of a permit: what is still missing, the final check, and closing it, with or without what is missing. */
import { demandedMinutes, unmetAtClosing } from '../../../shared/resources/permit/limits.ts';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked, Permit } from './asked.ts';
import { holderOf, insidersOf } from './who.ts';

interface Props {
  readonly permit: Permit;
  readonly now: number;
  readonly record: Asked['record'];
  readonly onEarly: () => void;
}

export function HandBack({ permit, now, record, onEarly }: Props) {
  const words = useWords(permitWords);
  const { permits, settings } = replica();
  const by = holderOf(permit);
  const unmet = unmetAtClosing(permit, settings);
  const { check } = demandedMinutes(permit, settings);
  const dueAt = Date.parse(permit.work_complete_at ?? '') + check * 60_000;
  // The fire watch and the checks after it show their own minutes.
  const others = unmet.filter(({ rule }) => !['hot_work_fire_watch_minutes', 'hot_work_check_minutes'].includes(rule));
  const isCheckMissing = unmet.some(({ rule }) => rule === 'hot_work_final_check_minutes');
  return (
    <div class="stack">
      {others.length > 0 && (
        <Banner tone="care">
          {words.stillMissing}
          {others.map(({ rule, observed, required }) => (
            <span class="lines" key={rule}>
              {words.missing[rule]?.(observed, required) ?? rule}
            </span>
          ))}
        </Banner>
      )}
      {isCheckMissing &&
        (now < dueAt ? (
          <p>{words.finalCheckAt(clock(dueAt))}</p>
        ) : (
          <Button icon="check" look="act" onClick={() => record(permits.finalCheck(permit.id, { by }))} wide>
            {words.finalCheck}
          </Button>
        ))}
      {unmet.length === 0 ? (
        <Button icon="check" key="close" look="act" onClick={() => record(permits.close(permit.id, { by }))} wide>
          {words.close}
        </Button>
      ) : (
        <Button key="early" onClick={onEarly} wide>
          {words.closeEarly}
        </Button>
      )}
    </div>
  );
}

export function CloseEarly({ permit, written, write, record, onCancel }: Asked) {
  const words = useWords(permitWords);
  const { person = null, text: reason } = written;
  const insiders = insidersOf(permit);
  // The office may ask for less meanwhile.
  const isMissing = unmetAtClosing(permit, replica().settings).length > 0;
  const close = async (): Promise<void> => {
    if (isMissing && !person) return;
    const exception = isMissing && person ? { closure_exception: { accepted_by: person, reason: reason.trim() } } : {};
    await record(replica().permits.close(permit.id, { by: holderOf(permit), ...exception }));
  };
  return (
    <section class="card pad stack">
      {isMissing ? <p>{words.closeEarlyHelp}</p> : <Banner tone="safe">{words.nothingMissing}</Banner>}
      <AskPerson
        chosen={person}
        except={insiders}
        onChoose={(somebody) => write({ person: somebody })}
        question={words.whoAccepts}
      />
      <Entry label={words.whyAccepts} long onInput={(text) => write({ text })} value={reason} />
      <Button disabled={isMissing && (!person || reason.trim() === '')} look="act" onClick={close} wide>
        {words.close}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
