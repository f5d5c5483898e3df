/** A new tablet: a code of the office, from the address of the QR code or typed, becomes the tablet's own token. */
import { useEffect, useState } from 'preact/hooks';
import { signInClient } from '../../../client-sdk/sign-in.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Title } from '../../ui/title.tsx';
import { enrol, OtherOrganisationError, tablet } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { forgetPin } from '../base/pin.ts';
import { go } from '../base/place.ts';
import { useSignal } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { briefWords } from '../words/en-brief.ts';
import { enrolWords } from '../words/en-enrol.ts';
import { AboutApp } from '../frame/about-app.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Languages } from '../frame/languages.tsx';
import { codeIn } from './code.ts';
import { forgetKey, ownKey } from './own-key.ts';
import { Scan } from '../frame/scan.tsx';

const server = signInClient({ server: location.origin, fetch: (...request) => fetch(...request) });

const parts = { ...enrolWords, ended: briefWords.cameraEnded };

export function Enrol() {
  const words = useWords(parts);
  const state = useSignal(tablet);
  const [code, setCode] = useState('');
  const { isBusy, once } = useOnce();
  const [wrong, setWrong] = useState<string | null>(null);
  const [isScanning, setScanning] = useState(false);
  const exchange = async (given = code): Promise<void> => {
    setWrong(null);
    try {
      await enrol(await server.enrolDevice({ body: { code: given, key: await ownKey() } }));
      await forgetKey();
      await forgetPin();
      go('', true);
    } catch (error) {
      setWrong(reasonOf(error, words));
    }
  };
  const scanned = (text: string): void => {
    setScanning(false);
    setCode(codeIn(text));
    void once(() => exchange(codeIn(text)));
  };
  useEffect(() => {
    const takeCode = (): void => {
      if (location.hash === '') return;
      setCode(codeIn(location.hash));
      history.replaceState(null, '', location.pathname); // who looks at the address later finds no code
    };
    takeCode();
    addEventListener('hashchange', takeCode);
    return () => removeEventListener('hashchange', takeCode);
  }, []);
  useEffect(() => {
    document.title = `${words.enrolTitle} · Sitefile`;
  }, [words]);
  return (
    <main class="alone">
      <Mark />
      <Title>{words.enrolTitle}</Title>
      {state.is === 'open' && <p>{words.enrolAgain(state.enrolment.organisation.name)}</p>}
      <p>{words.enrolHelp}</p>
      <AboutApp />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void once(() => exchange());
        }}
      >
        {isScanning ? (
          <Scan
            onClose={() => setScanning(false)}
            onText={scanned}
            words={{ ...words, hold: words.holdCode, again: words.scan, close: words.typeCode }}
          />
        ) : (
          <Button icon="qr-code" onClick={() => setScanning(true)} wide>
            {words.scan}
          </Button>
        )}
        <Entry code label={words.code} onInput={setCode} value={code} />
        {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
        <Button busy={isBusy} disabled={code.trim() === ''} look="act" type="submit" wide>
          {words.start}
        </Button>
        {state.is === 'open' && (
          <ButtonLink href="/field" wide>
            {words.back}
          </ButtonLink>
        )}
      </form>
      <Languages />
    </main>
  );
}

function reasonOf(error: unknown, words: typeof enrolWords): string {
  if (error instanceof OtherOrganisationError) return words.otherOrganisation(error.organisation);
  if (!(error instanceof Problem)) return words.enrolOffline;
  return error.code === 'unauthenticated' ? words.wrongCode : error.detail;
}
