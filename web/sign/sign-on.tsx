/** One person signs on their own phone: read, answer what is asked, sign, and show the ticket. Nothing of it needs an account. */
import { useEffect, useState } from 'preact/hooks';
import { signInClient } from '../../client-sdk/sign-in.ts';
import { languageOf } from '../../shared/model/language.ts';
import { Problem } from '../../shared/model/problem.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { isTranslated } from '../field/brief/language-name.ts';
import { chooseLanguage, useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { useOneTap } from '../field/frame/one-tap.ts';
import { Wait } from '../field/frame/said.tsx';
import { phoneWords } from '../field/words/en-phone.ts';
import { signWords } from '../field/words/en-sign.ts';
import { keep, readKept, type Kept, type Read, type Signed } from './kept.ts';
import { SignForm } from './sign-form.tsx';
import { TicketPage } from './ticket.tsx';

const server = signInClient({ server: location.origin, fetch: (...request) => fetch(...request) });
/** By their codes: the same sending would have the same answer again. */
const refusals: ReadonlySet<string> = new Set([
  'unauthenticated',
  'stale_version',
  'conflict',
  'validation_failed',
  'integrity_mismatch',
]);
const parts = { ...signWords, ...phoneWords };

export function SignOn() {
  const words = useWords(parts);
  const onTap = useOneTap();
  const [kept, setKept] = useState<Kept>(readKept);
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const change = (next: Kept): void => {
    keep(next);
    setKept(next);
  };
  const { code, signed, ticket } = kept;
  const send = async (body: Signed): Promise<void> => {
    setWrong(null);
    change({ ...kept, signed: body });
    try {
      change({ ticket: await server.signOwnPhone({ body }) });
      navigator.vibrate?.(40);
    } catch (error) {
      setWrong(reasonOf(error, body, read?.worker.name ?? '', words));
      // What the server has refused for good is not sent again; any other answer may pass, and the ink is kept for it.
      if (error instanceof Problem && refusals.has(error.code)) change({ ...kept, signed: null });
    }
  };
  useEffect(() => {
    const begin = (): void => {
      setRead(null);
      setKept(readKept());
    };
    addEventListener('hashchange', begin);
    return () => removeEventListener('hashchange', begin);
  }, []);
  useEffect(() => {
    if (code === undefined || signed || ticket || read) return;
    const open = async (): Promise<void> => {
      const found = await server.openOwnPhone({ body: { code } });
      const language = languageOf(found.worker.language);
      if (isTranslated(language)) await chooseLanguage(language);
      setRead(found);
    };
    open().catch((error: unknown) => setWrong(reasonOf(error, null, '', words)));
  }, [code, !signed]);
  return (
    <div class="sign own-phone-page">
      <header class="line">
        <Mark /> <span class="number">Sitefile</span>
      </header>
      <main onClickCapture={onTap}>
        {ticket ? (
          <TicketPage ticket={ticket} />
        ) : code === undefined ? (
          <>
            <h1>{words.ownPhone}</h1>
            <Banner tone="act">{words.scanCode}</Banner>
          </>
        ) : signed ? (
          <>
            <h1>{words.ownPhone}</h1>
            <Banner tone={wrong === null ? 'act' : 'stop'}>{wrong ?? words.notSent}</Banner>
            <Button look="act" onClick={() => send({ ...signed, sent_at: new Date().toISOString() })} wide>
              {words.sendOnceMore}
            </Button>
          </>
        ) : read ? (
          <>
            {wrong !== null && <Banner tone="stop">{wrong}</Banner>}
            <SignForm code={code} onSend={send} read={read} />
          </>
        ) : wrong === null ? (
          <Wait />
        ) : (
          <>
            <h1>{words.ownPhone}</h1>
            <Banner tone="stop">{wrong}</Banner>
          </>
        )}
      </main>
    </div>
  );
}

function reasonOf(
  error: unknown,
  body: Signed | null,
  name: string,
  words: typeof parts & { readonly fault: string },
): string {
  if (!(error instanceof Problem)) return body ? words.notSent : words.fault;
  if (error.code === 'unauthenticated') return words.codeUsed;
  if (error.code === 'stale_version') return words.notInForce;
  if (error.code === 'conflict') return words.signedMeanwhile(name);
  return body ? words.notSent : words.fault;
}
