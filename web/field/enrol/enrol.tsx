/** A new tablet: a code of the office, from the address of the QR code or typed, becomes the tablet's own token. */
import { useEffect, useState } from 'preact/hooks';
import { signInClient } from '../../../client-sdk/sign-in.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { enrol } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useWords } from '../base/words.ts';
import { enrolWords } from '../words/en-enrol.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { codeIn } from './code.ts';
import { Scan } from './scan.tsx';

const server = signInClient({ server: location.origin, fetch: (...request) => fetch(...request) });

export function Enrol() {
  const words = useWords(enrolWords);
  const [code, setCode] = useState(() => codeIn(location.hash));
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isScanning, setScanning] = useState(false);
  const exchange = async (given = code): Promise<void> => {
    setBusy(true);
    setWrong(null);
    try {
      await enrol(await server.enrolDevice({ body: { code: given } }));
      go('', true); // and the code is gone from the address
    } catch (error) {
      setWrong(
        error instanceof Problem
          ? error.code === 'unauthenticated'
            ? words.wrongCode
            : error.detail
          : words.enrolOffline,
      );
    } finally {
      setBusy(false);
    }
  };
  const scanned = (text: string): void => {
    setScanning(false);
    setCode(codeIn(text));
    void exchange(codeIn(text));
  };
  useEffect(() => {
    document.title = `${words.enrolTitle} · Sitefile`;
  }, [words]);
  return (
    <main class="alone">
      <Mark />
      <h1>{words.enrolTitle}</h1>
      <p>{words.enrolHelp}</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void exchange();
        }}
      >
        {isScanning ? (
          <Scan onClose={() => setScanning(false)} onText={scanned} />
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
      </form>
    </main>
  );
}
