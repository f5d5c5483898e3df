/** Somebody is chosen by the code on their card, with no server: who is on the crew signs, who is not can be added. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { personAmong, withEmployer } from '../../../shared/model/same-person.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { serverTime } from '../base/clock.ts';
import { contentOf } from '../base/content.ts';
import type { Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { localDay } from '../base/talk.ts';
import { day } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Scan } from '../frame/scan.tsx';
import { Banner } from '../frame/banner.tsx';
import { briefWords } from '../words/en-brief.ts';
import { holderOf, type Carded, type Scanned } from './card-holder.ts';
import { addPerson, type Known } from './change-crew.ts';

export function ScanCard({
  version,
  known,
  onDone,
}: {
  readonly version: Shown<'version'>;
  readonly known: Known;
  readonly onDone: () => void;
}) {
  const words = useWords(briefWords);
  const workers = useLive('workers', () => replica().workers.watch());
  const [found, setFound] = useState<Scanned | null>(null);
  const [isFault, setFault] = useState(false);
  const { once } = useOnce();
  const { document_id: document } = version;
  const scanned = (text: string): void => {
    const named = contentOf(version).personnel.map((each) => ({ ...each, id: each.person_id || null }));
    const people = [...(workers ?? []).filter(({ active }) => active), ...named];
    const holder = holderOf(text, people, localDay(serverTime()));
    const member = holder.is === 'known' && holder.over === null && memberFor(holder.person, known.members);
    if (member) go(signPath(document, member));
    else setFound(holder);
  };
  const add = async ({ id, name, employer_name: employer, preferred_language: language }: Carded): Promise<void> => {
    await addPerson(document, known, { id, name, employer: employer ?? null, language: language ?? 'en' });
    onDone();
  };
  const who = found?.is === 'known' ? found.person : undefined;
  const member = who && memberFor(who, known.members);
  return (
    <section class="card pad stack">
      {!workers ? null : found ? (
        <>
          {found.is === 'unknown' && <Banner tone="care">{words.cardUnknown}</Banner>}
          {found.is === 'shared' && <Banner tone="care">{words.cardShared}</Banner>}
          {found.is === 'known' && found.over !== null && (
            <Banner tone="care">{words.cardOver(withEmployer(found.person), day(found.over))}</Banner>
          )}
          {who && !member && <p>{words.notOnCrew(withEmployer(who))}</p>}
          {isFault && <Banner tone="stop">{words.fault}</Banner>}
          <div class="buttons large-ones">
            {who && member && (
              <ButtonLink href={`/field${signPath(document, member)}`} icon="pen-line">
                {words.sign}
              </ButtonLink>
            )}
            {who && !member && (
              <Button icon="plus" onClick={() => once(() => add(who)).catch(() => setFault(true))}>
                {words.addSomebody(who.name)}
              </Button>
            )}
            <Button icon="qr-code" onClick={() => setFound(null)}>
              {words.scanAgain}
            </Button>
            <Button onClick={onDone}>{words.chooseName}</Button>
          </div>
        </>
      ) : (
        <Scan
          onClose={onDone}
          onText={scanned}
          words={{ hold: words.holdCard, noCamera: words.noCardCamera, close: words.chooseName }}
        />
      )}
    </section>
  );
}

function memberFor(person: Carded, members: readonly Member[]): Member | undefined {
  return personAmong(
    members.map((member) => ({ ...member, employer_name: member.employer })),
    person,
  );
}

/** Below /field. */
function signPath(document: string, { key }: Member): string {
  return `/d/${document}/brief/sign/${key}`;
}
