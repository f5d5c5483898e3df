/** Who takes a permit: at the start, or from who holds it now, with what they have to know. Never who authorised it. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import type { Somebody } from '../base/people.ts';
import { useWords } from '../base/words.ts';
import { AskPerson } from '../frame/ask-person.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { permitWords } from '../words/en-permits.ts';
import type { Asked } from './asked.ts';
import { holderOf, issuerOf } from './who.ts';

export function AskTaker({ permit, isFirst, record, onCancel }: Asked & { readonly isFirst: boolean }) {
  const words = useWords(permitWords);
  const { permits } = replica();
  const [person, setPerson] = useState<Somebody | null>(null);
  const [notes, setNotes] = useState('');
  const except = [issuerOf(permit), isFirst ? null : holderOf(permit)].flatMap((each) => each?.name ?? []);
  const isSame = person !== null && person.name.toLowerCase() === issuerOf(permit)?.name.toLowerCase();
  const take = async (): Promise<void> => {
    if (!person || isSame) return;
    await record(
      isFirst
        ? permits.accept(permit.id, { by: person })
        : permits.handOver(permit.id, { to: person, by: holderOf(permit), notes: notes.trim() || null }),
    );
  };
  return (
    <section class="card pad stack">
      <AskPerson
        chosen={person}
        except={except}
        onChoose={setPerson}
        question={isFirst ? words.whoTakes : words.handOverTo}
      />
      {isSame && <Banner tone="stop">{words.samePerson}</Banner>}
      {!isFirst && <Entry help={words.optional} label={words.handOverNote} long onInput={setNotes} value={notes} />}
      <Button disabled={!person || isSame} icon="check" look="act" onClick={take} wide>
        {isFirst ? words.acceptPermit : words.handOver}
      </Button>
      <Button onClick={onCancel} wide>
        {words.cancel}
      </Button>
    </section>
  );
}
