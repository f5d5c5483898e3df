/** Who takes a part of a permit: at the start, or from who has it now, with what they have to know. Issuer and holder are never one. */
import { useRef } from 'preact/hooks';
import { isSamePerson, withEmployer } from '../../../shared/model/same-person.ts';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { LastHandover } from './facts/last-handover.tsx';
import { holderOf, issuerOf } from './who.ts';
import { isBeforeWork, WorkFacts } from './facts/work-facts.tsx';

type Part = 'first' | 'holder' | 'issuer';

/** `part` = `first` where nobody holds the permit yet. */
export function AskTaker({ permit, part, written, write, record, onCancel }: Asked & { readonly part: Part }) {
  const words = useWords(permitWords);
  const { permits } = replica();
  const { person = null, text: notes } = written;
  const [issuer, holder] = [issuerOf(permit), holderOf(permit)];
  const isFirst = part === 'first';
  const [has, other] = part === 'issuer' ? [issuer, holder] : [holder, issuer];
  // Who is relieved is the one on the screen, though the office may hand over meanwhile.
  const from = useRef(has).current;
  const except = [issuer, holder].filter((each) => each !== null);
  const isSame = person !== null && other !== null && isSamePerson(person, other);
  const take = async (): Promise<void> => {
    if (!person || isSame) return;
    await record(
      part === 'first'
        ? permits.accept(permit.id, { by: person })
        : permits.handOver(permit.id, { to: person, from, by: from, role: part, notes: notes.trim() || null }),
    );
  };
  return (
    <>
      <LastHandover permit={permit} />
      {isBeforeWork(permit) && <WorkFacts permit={permit} />}
      <section class="card pad stack">
        {part === 'issuer' && from && <p>{words.issuerGives(from.name)}</p>}
        {part === 'holder' && from && (
          <p class="line">
            <b class="main">{withEmployer(from)}</b>
            <span class="second">{words.holder}</span>
          </p>
        )}
        <AskPerson
          chosen={person}
          except={except}
          onChoose={(somebody) => write({ person: somebody })}
          question={isFirst ? words.whoTakes : words.handOverTo}
        />
        {isSame && <Banner tone="stop">{words.samePerson}</Banner>}
        {!isFirst && (
          <Entry
            help={words.optional}
            label={words.handOverNote}
            long
            onInput={(text) => write({ text })}
            value={notes}
          />
        )}
        <Button disabled={!person || isSame} icon="check" look="act" onClick={take} wide>
          {isFirst ? words.acceptPermit : words.handOver}
        </Button>
        <Button onClick={onCancel} wide>
          {words.cancel}
        </Button>
      </section>
    </>
  );
}
