/** What one person signs here: the code is opened, what is signed is kept on the phone and sent until the server has answered for good. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { signInClient } from '../../client-sdk/sign-in.ts';
import { languageOf } from '../../shared/model/language.ts';
import { Problem } from '../../shared/model/problem.ts';
import { hearServer } from '../field/base/clock.ts';
import { isTranslated } from '../field/frame/language-name.ts';
import { chooseLanguage, useWords } from '../field/base/words.ts';
import { phoneWords } from '../field/words/en-phone.ts';
import { keep, keptNow, readKept, type Kept, type Read, type Signed } from './kept.ts';
import { dropUnsent, keepUnsent, readUnsent, type Unsent } from './unsent.ts';

/** A connection that is half open ends by then, and the next attempt begins. */
const limitMs = 30_000;
const server = signInClient({
  server: location.origin,
  fetch: (to, init) => fetch(to, { ...init, signal: AbortSignal.timeout(limitMs) }),
  read: ({ headers }) => hearServer(headers.get('date')),
});
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
  readonly sign: (signed: Signed) => Promise<void>;
  readonly sendAgain: () => Promise<void>;
  /** The code that came while something signed was not sent yet. */
  readonly openNext: () => void;
}

export function useSignedHere(): SignedHere {
  const words = useWords(phoneWords);
  const [kept, setKept] = useState<Kept>(readKept);
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const isTrying = useRef(false);
  /** Codes that the server has answered for good. */
  const settled = useRef(new Set<string>());
  const { code, signed } = kept;
  const change = (next: Kept): void => {
    keep(next);
    setKept(next);
  };
  const markSaved = (of: string): void => setSaved((before) => new Set(before).add(of));
  /** With what somebody has signed and nobody has sent; a code that was opened here waits for it. */
  const goOn = ({ signed: found, name }: Unsent): void => {
    const { code: own, next = own, tickets = [] } = keptNow();
    markSaved(found.code);
    setRead(null);
    change({ code: found.code, signed: found, name, tickets, ...(next !== found.code && nextOf(next)) });
  };
  const isLooking = useFound(!signed, goOn);
  /** The next one that is not sent yet follows. */
  const settle = async ({ code: over }: Signed, after: Kept): Promise<void> => {
    settled.current.add(over);
    change(after);
    const found = await nextUnsent(over, settled.current);
    if (found) goOn(found);
  };
  const send = async (body: Signed, name: string): Promise<void> => {
    if (isTrying.current) return;
    isTrying.current = true;
    try {
      const ticket = await server.signOwnPhone({ body });
      navigator.vibrate?.(40);
      const { next, tickets = [] } = keptNow();
      await settle(body, { tickets: [...tickets, ticket], ...nextOf(next) });
    } catch (error) {
      // What the server has refused for good is not sent again; any other answer may pass, and the ink is kept for it.
      if (!(error instanceof Problem && refusals.has(error.code))) return;
      const { next, tickets = [] } = keptNow();
      const reason = reasonOf(error, body, name, words);
      setWrong(error.code === 'conflict' ? reason : `${name}: ${reason}`);
      const following = next ?? (error.code === 'unauthenticated' ? undefined : body.code);
      if (following !== body.code) setRead(null);
      await settle(body, { tickets, ...(following !== undefined && { code: following }) });
    } finally {
      isTrying.current = false;
    }
  };
  const sign = async (body: Signed): Promise<void> => {
    const name = read?.worker.name ?? '';
    setWrong(null);
    settled.current.delete(body.code);
    change({ ...kept, signed: body, name });
    // Where it is not kept, the page says that it has to stay open.
    void isKept({ signed: body, name }).then((isOnDisk) => isOnDisk && markSaved(body.code));
    await send(body, name);
  };
  const sendAgain = async (): Promise<void> => {
    if (signed) await send({ ...signed, sent_at: new Date().toISOString() }, kept.name ?? '');
  };
  useEffect(() => (signed ? tryAgain(() => void sendAgain()) : undefined), [signed?.code]);
  useCodeInAddress(() => {
    setRead(null);
    setKept(readKept());
  });
  useEffect(() => {
    if (code === undefined || signed || read || isLooking) return;
    openCode(code).then(setRead, (error: unknown) => setWrong(reasonOf(error, null, '', words)));
  }, [code, !signed, isLooking]);
  const openNext = (): void => {
    setRead(null);
    setWrong(null);
    change({ ...(kept.next !== undefined && { code: kept.next }) });
  };
  return { kept, read, isLooking, isSaved: saved.has(signed?.code ?? ''), wrong, sign, sendAgain, openNext };
}

async function openCode(code: string): Promise<Read> {
  const found = await server.openOwnPhone({ body: { code } });
  const language = languageOf(found.worker.language);
  if (isTranslated(language)) await chooseLanguage(language);
  return found;
}

/** False where the browser keeps nothing. */
function isKept(unsent: Unsent): Promise<boolean> {
  return keepUnsent(unsent).then(
    () => true,
    () => false,
  );
}

/** Another one, once the one under the code `over` has its answer. */
async function nextUnsent(over: string, settled: ReadonlySet<string>): Promise<Unsent | undefined> {
  await dropUnsent(over).catch(() => undefined); // sent once more, it has the same answer
  return await readUnsent(settled).catch(() => undefined);
}

/** Calls `onCode` where another code is opened in this tab. */
function useCodeInAddress(onCode: () => void): void {
  useEffect(() => {
    addEventListener('hashchange', onCode);
    return () => removeEventListener('hashchange', onCode);
  }, []);
}

/** True while the phone is asked for what an earlier tab left unsent. */
function useFound(isAsked: boolean, onFound: (unsent: Unsent) => void): boolean {
  const [isLooking, setLooking] = useState(isAsked);
  useEffect(() => {
    if (!isLooking) return;
    const look = async (): Promise<void> => {
      const found = await readUnsent(new Set());
      if (found) onFound(found);
    };
    void look()
      .catch(() => undefined) // where the browser keeps nothing there is nothing
      .finally(() => setLooking(false));
  }, []);
  return isLooking;
}

function nextOf(next: string | undefined): Pick<Kept, 'next'> {
  return next === undefined ? {} : { next };
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
