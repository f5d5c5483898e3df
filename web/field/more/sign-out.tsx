/** Signing the tablet out: refused while work waits, unless that was saved to a file first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { UnsentWorkError } from '../../../client-sdk/log-out.ts';
import { Button } from '../../ui/button.tsx';
import { wipe } from '../base/device.ts';
import { keysKept } from '../base/kept.ts';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { UnsavedList } from '../document/edit/unsaved-list.tsx';
import { unsavedWords } from '../document/edit/unsaved-words.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Fault } from '../frame/fault.tsx';
import { BegunBanner } from '../sending/begun-banner.tsx';
import { AskPin } from '../pin/ask-pin.tsx';
import { decidedPrefix } from '../powra/begun.ts';
import { ChecksLeft, useChecksLeft } from '../powra/checks-left.tsx';
import { ownDecided } from '../powra/kept-check.ts';
import { drafts } from '../report/kept-drafts.ts';
import { Unfinished } from '../report/unfinished.tsx';
import { download, fewestCharacters } from '../sending/download.ts';
import { moreWords } from '../words/en-more.ts';

export function SignOut() {
  const words = useWords(moreWords);
  const isUnfinished = Object.keys(useSignal(drafts)).length > 0;
  const isUnsaved = Object.keys(useSignal(unsavedWords)).length > 0;
  const isDecided = useChecksLeft()?.some((check) => check.isDecided) ?? true; // until they are read
  const [isSure, setSure] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  /** It may wait for a request that is under way: who cancels or goes elsewhere meanwhile calls it off. */
  const leaving = useRef<AbortController | null>(null);
  const { isBusy, once } = useOnce();
  const stay = (): void => leaving.current?.abort();
  useEffect(() => stay, []);
  const isHeldBack = isUnfinished || isUnsaved || isDecided;
  useEffect(() => {
    if (isHeldBack) stay();
  }, [isHeldBack]);
  const leave = async (): Promise<void> => {
    const { signal } = (leaving.current = new AbortController());
    try {
      await wipe({ signal, confirm: requireNoDecided }, decidedPrefix);
    } catch (error) {
      if (error === signal.reason || error instanceof KeptBackError) return;
      setSure(false);
      if (error instanceof UnsentWorkError) setUnsent(error.waiting + error.refused);
      else setFailure(error);
    }
  };
  if (isHeldBack)
    return (
      <>
        <Unfinished />
        <ChecksLeft isEverywhere />
        <UnsavedList />
      </>
    );
  return (
    <>
      <BegunBanner isEverywhere />
      {failure !== null && <Fault failure={{ error: failure }} />}
      {unsent > 0 && (
        <>
          <Banner tone="stop">{words.cannotWipe(unsent)}</Banner>
          <SaveAndLeave />
        </>
      )}
      {isSure ? (
        <AskPin>
          <p>{words.wipeSure}</p>
          <Button busy={isBusy} icon="trash" look="stop" onClick={() => once(leave)} wide>
            {words.wipeNow}
          </Button>
          <Button
            onClick={() => {
              stay();
              setSure(false);
            }}
            wide
          >
            {words.cancel}
          </Button>
        </AskPin>
      ) : (
        <Button icon="log-out" onClick={() => setSure(true)} wide>
          {words.wipe}
        </Button>
      )}
    </>
  );
}

/** The file is the only copy afterwards, so a person has to say that it is there. */
function SaveAndLeave() {
  const words = useWords(moreWords);
  const [passphrase, setPassphrase] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<((isSaved: boolean) => void) | null>(null);
  const { isBusy, once } = useOnce();
  /** Who goes elsewhere has not said that it is there: then the tablet stays, and sends again. */
  const leaving = useRef(new AbortController()).current;
  useEffect(() => () => leaving.abort(), [leaving]);
  const { signal } = leaving;
  const save = async (text: string): Promise<void> => {
    signal.throwIfAborted();
    download(text);
    const isSaved = await new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => resolve(false));
      setAnswer(() => resolve);
    });
    setAnswer(null);
    if (!isSaved) throw new KeptBackError();
  };
  const leave = async (): Promise<void> => {
    setFailure(null);
    try {
      await requireNoDecided();
      await wipe({ export: passphrase, save, signal, confirm: requireNoDecided }, decidedPrefix);
    } catch (error) {
      if (error === signal.reason || error instanceof KeptBackError) return;
      setFailure(error instanceof UnsentWorkError ? words.cannotWipe(error.waiting + error.refused) : words.fault);
    }
  };
  return (
    <div class="stack">
      <Entry help={words.passphraseHelp} label={words.filePassphrase} onInput={setPassphrase} value={passphrase} />
      {failure !== null && <Banner tone="stop">{failure}</Banner>}
      {answer ? (
        <>
          <p>{words.isFileSaved}</p>
          <Button icon="trash" look="stop" onClick={() => answer(true)} wide>
            {words.fileSaved}
          </Button>
          <Button onClick={() => answer(false)} wide>
            {words.fileNotSaved}
          </Button>
        </>
      ) : (
        <Button
          busy={isBusy}
          disabled={passphrase.length < fewestCharacters}
          icon="download"
          onClick={() => once(leave)}
          wide
        >
          {words.saveAndLeave}
        </Button>
      )}
    </div>
  );
}

/** Nothing is removed, and the screen says why already. */
class KeptBackError extends Error {}

/** Another tab may have decided a check meanwhile, which waits: Sending leads to it. One decided after this is there at the next enrolment. */
async function requireNoDecided(): Promise<void> {
  const all = await Promise.all((await keysKept(decidedPrefix)).map(ownDecided));
  if (all.every((check) => check === undefined)) return;
  go('/sending');
  throw new KeptBackError();
}
