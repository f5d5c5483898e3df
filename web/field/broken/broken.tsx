/** The records on this tablet cannot be opened: what was not sent goes to a file, as far as it can be read, then the tablet starts afresh. */
import { useState } from 'preact/hooks';
import { dexieStorage } from '../../../client-sdk/storage/dexie.ts';
import { rescueUnsent } from '../../../client-sdk/unsent/rescue.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { nameFor, startAfresh, type Enrolment } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Details } from '../frame/fault.tsx';
import { AskPin } from '../pin/ask-pin.tsx';
import { download, fewestCharacters } from '../sending/download.ts';
import { brokenWords } from '../words/en-broken.ts';
import { moreWords } from '../words/en-more.ts';

/** Without `enrolment` not even that could be read: then the browser has to be helped first. */
export function Broken({ enrolment, error }: { readonly enrolment: Enrolment | null; readonly error: unknown }) {
  const words = useWords(brokenWords);
  return (
    <main class="alone">
      <Icon name="hard-drive" size={48} tone="stop" />
      <Title>{words.broken}</Title>
      <p>{enrolment ? words.brokenHelp : words.unreadable}</p>
      <Button icon="rotate-ccw" look="act" onClick={() => location.reload()} wide>
        {words.openAgain}
      </Button>
      <Details error={error} />
      {enrolment && (
        <>
          <SaveRest enrolment={enrolment} />
          <Afresh />
        </>
      )}
    </main>
  );
}

function SaveRest({ enrolment }: { readonly enrolment: Enrolment }) {
  const words = useWords({ ...brokenWords, ...moreWords });
  const [passphrase, setPassphrase] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const { isBusy, once } = useOnce();
  const save = async (): Promise<void> => {
    try {
      const place = { storage: dexieStorage(), name: nameFor(enrolment) };
      const { text, records, lost } = await rescueUnsent(place, enrolment.organisation.id, passphrase);
      if (text !== null) download(text);
      const found = text === null ? words.nothingUnsent : words.restSaved(records);
      setSaid(lost > 0 ? `${found} ${words.restLost(lost)}` : found);
    } catch {
      setSaid(words.unreadable);
    }
  };
  return (
    <section class="card pad">
      <h2>{words.saveRest}</h2>
      <Entry help={words.passphraseHelp} label={words.filePassphrase} onInput={setPassphrase} value={passphrase} />
      {said !== null && <Banner tone="act">{said}</Banner>}
      <Button
        busy={isBusy}
        disabled={passphrase.length < fewestCharacters}
        icon="download"
        onClick={() => once(save)}
        wide
      >
        {words.saveRest}
      </Button>
    </section>
  );
}

function Afresh() {
  const words = useWords(brokenWords);
  const [isSure, setSure] = useState(false);
  const [failure, setFailure] = useState(false);
  const { isBusy, once } = useOnce();
  return (
    <section class="card pad">
      <h2>{words.startAfresh}</h2>
      <p>{words.afreshHelp}</p>
      {failure && <Banner tone="stop">{words.unreadable}</Banner>}
      {isSure ? (
        <AskPin>
          <Banner tone="stop">{words.afreshSure}</Banner>
          <Button
            busy={isBusy}
            icon="trash"
            look="stop"
            onClick={() => once(startAfresh).catch(() => setFailure(true))}
            wide
          >
            {words.startAfresh}
          </Button>
        </AskPin>
      ) : (
        <Button icon="refresh-cw" onClick={() => setSure(true)} wide>
          {words.startAfresh}
        </Button>
      )}
    </section>
  );
}
