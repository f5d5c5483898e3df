/** Somebody is chosen by the code on their card, with no server: who is on the crew signs, who is not can be added. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { contentOf } from '../base/content.ts';
import type { Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { cardedAddress } from '../base/person-address.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { localDay } from '../base/talk.ts';
import { day } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Scan } from '../frame/scan.tsx';
import { Banner } from '../frame/banner.tsx';
import { briefWords } from '../words/en-brief.ts';
import { signWords } from '../words/en-sign.ts';
import { holderOf, type Carded, type Scanned } from './card-holder.ts';
import { onCrew } from './card-member.ts';
import { addPerson, type Known } from './change-crew.ts';

interface Props {
  readonly version: Shown<'version'>;
  readonly known: Known;
  readonly onDone: () => void;
  /** Somebody without a card that is known. */
  readonly onAdd: () => void;
}

const parts = { ...briefWords, namesakes: signWords.namesakes };

type Workers = readonly Shown<'worker'>[];

export function ScanCard(props: Props) {
  const { version, known, onDone } = props;
  const words = useWords(briefWords);
  const workers = useLive('workers', () => replica().workers.watch());
  const [found, setFound] = useState<Scanned | null>(null);
  if (!workers) return <section class="card pad stack" />;
  const scanned = (text: string): void => {
    const named = contentOf(version).personnel.map((each) => ({ ...each, id: each.person_id || null }));
    const holder = holderOf(text, workers, named, localDay(serverTime()));
    const member = holder.is === 'known' && holder.over === null && memberOf(holder.person, known, workers);
    if (member && member !== 'unclear') go(signPath(version.document_id, member, holder.person));
    else setFound(holder);
  };
  return (
    <section class="card pad stack">
      {found ? (
        <Holder {...props} found={found} onAgain={() => setFound(null)} workers={workers} />
      ) : (
        <Scan
          onClose={onDone}
          onText={scanned}
          words={{
            hold: words.holdCard,
            noCamera: words.noCardCamera,
            ended: words.cameraEnded,
            again: words.scanAgain,
            close: words.chooseName,
          }}
        />
      )}
    </section>
  );
}

/** What is known of the card, and what to do. */
function Holder({
  version: { document_id: document },
  known,
  workers,
  found,
  onDone,
  onAdd,
  onAgain,
}: Props & { readonly workers: Workers; readonly found: Scanned; readonly onAgain: () => void }) {
  const words = useWords(parts);
  const [isFault, setFault] = useState(false);
  const { once } = useOnce();
  const add = async ({ id, name, employer_name: employer, preferred_language: language }: Carded): Promise<void> => {
    await addPerson(document, known, { id, name, employer: employer ?? null, language: language ?? null });
    onDone();
  };
  const who = found.is === 'known' ? found.person : undefined;
  const member = who && memberOf(who, known, workers);
  // Without an id, nothing would tell them from the others.
  const mayAdd = member === null || (member === 'unclear' && Boolean(who?.id));
  return (
    <>
      {found.is === 'unknown' && <Banner tone="care">{words.cardUnknown}</Banner>}
      {found.is === 'shared' && <Banner tone="care">{words.cardShared}</Banner>}
      {found.is === 'known' && found.over !== null && (
        <Banner tone="care">{words.cardOver(withEmployer(found.person), day(found.over))}</Banner>
      )}
      {who && member === null && <p>{words.notOnCrew(withEmployer(who))}</p>}
      {who && member === 'unclear' && (
        <Banner tone="care">{mayAdd ? words.cardUnclear(who.name) : words.namesakes(who.name)}</Banner>
      )}
      {isFault && <Banner tone="stop">{words.fault}</Banner>}
      <div class="buttons large-ones">
        {who && member && member !== 'unclear' && (
          <ButtonLink href={`/field${signPath(document, member, who)}`} icon="pen-line">
            {words.sign}
          </ButtonLink>
        )}
        {who && mayAdd && (
          <Button icon="plus" onClick={() => once(() => add(who)).catch(() => setFault(true))}>
            {words.addSomebody(withEmployer(who))}
          </Button>
        )}
        {!who && (
          <Button icon="plus" onClick={onAdd}>
            {words.addPerson}
          </Button>
        )}
        <Button icon="qr-code" onClick={onAgain}>
          {words.scanAgain}
        </Button>
        <Button onClick={onDone}>{words.chooseName}</Button>
      </div>
    </>
  );
}

function memberOf(person: Carded, { members }: Known, workers: Workers): Member | 'unclear' | null {
  return onCrew(
    person,
    members,
    workers.filter(({ active }) => active),
  );
}

/** Below /field. */
function signPath(document: string, { key }: Member, { id }: Carded): string {
  return `/d/${document}/brief/sign/${cardedAddress(key, id)}`;
}
