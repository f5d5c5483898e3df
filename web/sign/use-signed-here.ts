/** What people sign here: a code is opened, what is signed is kept on the phone and sent until the server has answered for good. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { beginWith, keep, keptNow, readKept, type Kept, type Refused, type Signed, type Ticket } from './kept.ts';
import { isRefusal, server, tryAgain } from './server.ts';
import { dropRefused, dropUnsent, keepRefused, keepUnsent, readPhone, type OnPhone, type Unsent } from './unsent.ts';
import { useOpened, type Opened } from './use-opened.ts';

export interface SignedHere extends Omit<Opened, 'again'> {
  readonly kept: Kept;
  /** Whether the phone is asked what it keeps. */
  readonly isLooking: boolean;
  /** What was signed is on the disk of the phone. */
  readonly isSaved: boolean;
  readonly sign: (signed: Signed) => Promise<void>;
  readonly sendAgain: () => Promise<void>;
  /** The code that came while something was not sent yet; what was drawn or typed is left. */
  readonly openNext: () => void;
  /** Told whether something is drawn or typed, which another code must not take away. */
  readonly onBegun: (isBegun: boolean) => void;
  /** Somebody has read it. */
  readonly acknowledge: (refusal: Refused) => void;
}

export function useSignedHere(): SignedHere {
  const [kept, setKept] = useState<Kept>(readKept);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const isBegun = useRef(false);
  /** Codes that the server has answered for good. */
  const settled = useRef(new Set<string>());
  const change = (next: Kept): void => {
    keep(next);
    setKept(next);
  };
  const markSaved = (codes: readonly string[]): void => setSaved((before) => new Set([...before, ...codes]));
  /** With what somebody has signed and nobody has sent; a code that was opened here waits for it. */
  const goOn = (unsent: readonly Unsent[]): void => {
    const now = keptNow();
    const found = unsent.find((each) => !settled.current.has(each.signed.code));
    if (!found || now.signed || isBegun.current) return; // what is here goes first, and is followed by the others
    const { signed, name, until } = found;
    const { code: own, next = own, tickets = [] } = now;
    change({
      ...beginWith(signed.code, now),
      ...unsentOf(signed, name, until),
      tickets,
      ...(next !== signed.code && nextOf(next)),
    });
  };
  const isLooking = useFound(({ unsent, refused }) => {
    markSaved(unsent.map(({ signed }) => signed.code));
    const now = keptNow();
    change({ ...now, refused: toldOnce([...refused, ...(now.refused ?? [])]) });
    goOn(unsent);
  });
  const sending = useSending(settled.current, change, goOn);
  const { signed } = kept;
  const { read, again, ...opened } = useOpened(kept, isLooking, change);
  const sign = async (body: Signed): Promise<void> => {
    const [name, until] = [read?.worker.name ?? '', read?.expires_at];
    isBegun.current = false;
    settled.current.delete(body.code);
    change({ ...keptNow(), ...unsentOf(body, name, until) });
    // Where it is not kept, the page says that it has to stay open.
    void keepUnsent({ signed: body, name, ...(until !== undefined && { until }) }).then(
      () => markSaved([body.code]),
      () => undefined,
    );
    await sending.send(body, name);
  };
  const sendAgain = async (): Promise<void> => {
    const now = keptNow();
    if (now.signed) await sending.send({ ...now.signed, sent_at: new Date().toISOString() }, now.name ?? '');
  };
  useEffect(() => {
    const ended = new AbortController();
    if (signed) tryAgain(() => void sendAgain(), ended.signal);
    return () => ended.abort();
  }, [signed?.code]);
  useCodeInAddress(() => {
    const before = keptNow();
    const now = readKept(isBegun.current);
    setKept(now);
    // The same code again; what it asks now would take away what is begun on the line.
    if (now.next === before.next && !isBegun.current) again();
  });
  const openNext = (): void => {
    isBegun.current = false;
    const now = keptNow();
    change(beginWith(now.next, now));
  };
  const onBegun = (is: boolean): void => void (isBegun.current = is);
  const acknowledge = ({ code }: Refused): void => {
    const { refused = [], ...now } = keptNow();
    change({ ...now, refused: refused.filter((each) => each.code !== code) });
    void dropRefused(code).catch(() => undefined); // told once more, then
  };
  const isSaved = saved.has(signed?.code ?? '');
  return { ...opened, kept, read, isLooking, isSaved, sign, sendAgain, openNext, onBegun, acknowledge };
}

/** @param goOn with another one, once one has its answer */
function useSending(settled: Set<string>, change: (next: Kept) => void, goOn: (unsent: readonly Unsent[]) => void) {
  const isTrying = useRef(false);
  /** `isOnDisk` = the phone keeps the answer. */
  const settle = async (after: Kept, code: string, isOnDisk: Promise<void>): Promise<void> => {
    settled.add(code);
    change(after);
    await isOnDisk.catch(() => undefined); // sent once more, it has the same answer
    const found = await readPhone().catch(() => null);
    goOn(found?.unsent ?? []);
  };
  const refuse = async ({ code, signed_at: at }: Signed, name: string, problem: string): Promise<void> => {
    const { next, tickets = [], refused = [] } = keptNow();
    const refusal = { code, name, at, problem };
    // A code that is good still may be signed with again.
    const following = next ?? (isCodeGood(problem) ? code : undefined);
    const after = { ...beginWith(following, { refused: toldOnce([...refused, refusal]) }), tickets };
    await settle(after, code, keepRefused(refusal));
  };
  const arrive = async ({ code }: Signed, ticket: Ticket): Promise<void> => {
    navigator.vibrate?.(40);
    const now = keptNow();
    const { next, tickets = [] } = now;
    await settle(
      { ...beginWith(undefined, now), tickets: [...tickets, ticket], ...nextOf(next) },
      code,
      dropUnsent(code),
    );
  };
  const send = async (body: Signed, name: string): Promise<void> => {
    if (isTrying.current) return;
    isTrying.current = true;
    const answer = await server.signOwnPhone({ body }).catch((error: unknown) => error as Error);
    isTrying.current = false;
    // What the server has refused for good is not sent again; any other answer may pass, and what was signed is kept for it.
    if (!(answer instanceof Error)) await arrive(body, answer);
    else if (isRefusal(answer)) await refuse(body, name, answer.code);
  };
  return { send };
}

function isCodeGood(problem: string): boolean {
  return problem === 'validation_failed' || problem === 'integrity_mismatch';
}

function toldOnce(refused: readonly Refused[]): readonly Refused[] {
  return [...new Map(refused.map((each) => [each.code, each])).values()];
}

function unsentOf(signed: Signed, name: string, until: string | undefined): Pick<Kept, 'signed' | 'name' | 'until'> {
  return { signed, name, ...(until !== undefined && { until }) };
}

function nextOf(next: string | undefined): Pick<Kept, 'next'> {
  return next === undefined ? {} : { next };
}

/** Calls `onCode` where another code, or the same again, is opened in this tab. */
function useCodeInAddress(onCode: () => void): void {
  useEffect(() => {
    addEventListener('hashchange', onCode);
    if (location.hash !== '') onCode(); // it was quicker than this page
    return () => removeEventListener('hashchange', onCode);
  }, []);
}

/** True while the phone is asked for what an earlier tab left. */
function useFound(onFound: (found: OnPhone) => void): boolean {
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    void readPhone()
      .then(onFound)
      .catch(() => undefined) // where the browser keeps nothing there is nothing
      .finally(() => setLooking(false));
  }, []);
  return isLooking;
}
