/** What one person signs here: the code is opened, what is signed is kept on the phone and sent until the server has answered for good. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { signInClient } from '../../client-sdk/sign-in.ts';
import { languageOf } from '../../shared/model/language.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isTranslated } from '../field/frame/language-name.ts';
import { chooseLanguage, useWords } from '../field/base/words.ts';
import { phoneWords } from '../field/words/en-phone.ts';
import { keep, readKept, type Kept, type Read, type Signed } from './kept.ts';
import { dropUnsent, keepUnsent, readUnsent } from './unsent.ts';

const server = signInClient({ server: location.origin, fetch: (...request) => fetch(...request) });
/** By their codes: the same sending would have the same answer again. */
const refusals: ReadonlySet<string> = new Set([
  'unauthenticated',
  'stale_version',
  'conflict',
  'validation_failed',
  'integrity_mismatch',
]);

export interface SignedHere {
  readonly kept: Kept;
  /** Of the code; null until it is there. */
  readonly read: Read | null;
  /** Whether the phone is asked what it keeps. */
  readonly isLooking: boolean;
  /** What was signed is on the disk of the phone. */
  readonly isSaved: boolean;
  /** Why it goes no further. */
  readonly wrong: string | null;
  readonly send: (signed: Signed) => Promise<void>;
}

export function useSignedHere(): SignedHere {
  const words = useWords(phoneWords);
  const [kept, setKept] = useState<Kept>(readKept);
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const isTrying = useRef(false);
  const { code, signed, ticket } = kept;
  const change = (next: Kept): void => {
    keep(next);
    setKept(next);
  };
  const isLooking = useFound(kept, (next) => {
    setSaved(true);
    change(next);
  });
  const send = async (body: Signed): Promise<void> => {
    if (isTrying.current) return;
    isTrying.current = true;
    setWrong(null);
    change({ ...kept, signed: body });
    if (!isSaved) setSaved(await isKept(body));
    try {
      change({ ticket: await server.signOwnPhone({ body }) });
      navigator.vibrate?.(40);
      await dropUnsent(body.code).catch(() => undefined); // sent once more, it has the same ticket
    } catch (error) {
      // What the server has refused for good is not sent again; any other answer may pass, and the ink is kept for it.
      if (!(error instanceof Problem && refusals.has(error.code))) return;
      setWrong(reasonOf(error, body, read?.worker.name ?? '', words));
      await dropUnsent(body.code).catch(() => undefined);
      setSaved(false);
      change(kept.next ? { code: kept.next } : error.code === 'unauthenticated' ? {} : { ...kept, signed: null });
    } finally {
      isTrying.current = false;
    }
  };
  useEffect(() => {
    if (!signed || ticket) return undefined;
    return tryAgain(() => void send({ ...signed, sent_at: new Date().toISOString() }));
  }, [signed?.code, !ticket]);
  useEffect(() => {
    const begin = (): void => {
      setRead(null);
      setKept(readKept());
    };
    addEventListener('hashchange', begin);
    return () => removeEventListener('hashchange', begin);
  }, []);
  useEffect(() => {
    if (code === undefined || signed || ticket || read || isLooking) return;
    openCode(code).then(setRead, (error: unknown) => setWrong(reasonOf(error, null, '', words)));
  }, [code, !signed, isLooking]);
  return { kept, read, isLooking, isSaved, wrong, send };
}

async function openCode(code: string): Promise<Read> {
  const found = await server.openOwnPhone({ body: { code } });
  const language = languageOf(found.worker.language);
  if (isTranslated(language)) await chooseLanguage(language);
  return found;
}

/** True while the phone is asked; what an earlier tab left unsent goes before another code. */
function useFound({ code, signed, ticket }: Kept, onFound: (kept: Kept) => void): boolean {
  const [isLooking, setLooking] = useState(!signed && !ticket);
  useEffect(() => {
    if (!isLooking) return;
    const look = async (): Promise<void> => {
      const found = await readUnsent();
      if (!found) return;
      onFound({ code: found.code, signed: found, ...(code !== undefined && code !== found.code && { next: code }) });
    };
    void look()
      .catch(() => undefined) // where the browser keeps nothing there is nothing
      .finally(() => setLooking(false));
  }, []);
  return isLooking;
}

/** False where the browser keeps nothing. */
function isKept(signed: Signed): Promise<boolean> {
  return keepUnsent(signed).then(
    () => true,
    () => false,
  );
}

const againMs = 10_000;

/** At once, when there is a connection, when the page is looked at, and every now and then, until what this returns is called. */
function tryAgain(attempt: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('online', attempt, { signal });
  document.addEventListener('visibilitychange', attempt, { signal });
  const timer = setInterval(attempt, againMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  attempt();
  return () => ended.abort();
}

function reasonOf(
  error: unknown,
  body: Signed | null,
  name: string,
  words: typeof phoneWords & { readonly fault: string },
): string {
  if (!(error instanceof Problem)) return body ? words.notSent : words.fault;
  if (error.code === 'unauthenticated') return body ? words.tooLate : words.codeUsed;
  if (error.code === 'stale_version') return words.notInForce;
  if (error.code === 'conflict') return words.signedMeanwhile(name);
  return body ? words.notSent : words.fault;
}
