/**
 * One attempt at what a person asked for by one press. In it the same request goes under the same key however often it is sent, so that it
 * may be asked again when its answer was lost: the server tells what it did and does nothing twice. Another press is another attempt.
 */
import { restClient, type RestClient } from '../../../client-sdk/rest.ts';
import { clock } from './clock.ts';
import { goFrom, type go } from './place.ts';
import { ask } from './server.ts';
import { holdSent } from './unsaved.ts';

/** All that the server does, also what changes something; and what comes of it. */
export interface Rest extends RestClient {
  /** Goes on to what was made, unless the person left the screen of the press meanwhile. */
  readonly goOn: typeof go;
}

export type Attempt = ReturnType<typeof openAttempt>;

const keyHeader = 'idempotency-key';
/** What was asked and has no answer for so long has none; a file may take longer. */
export const answeredWithinMs = 60_000;
/** Said by one that ends, or by what is between us and the server: nobody knows how far it came. */
const unknownStatuses: readonly number[] = [502, 503, 504];
/** Said before the server looks at what was asked: after a lost answer it tells nothing of that. */
const tellingNothing: readonly number[] = [401, 429];

/** `isLeft` = the screen of the press is not shown any more. @param isHeld whether going elsewhere waits for its answers */
export function openAttempt(isLeft: () => boolean, isHeld = true) {
  const { pathname } = location;
  /** By request. */
  const keys = new Map<string, string>();
  const unanswered = new Set<string>();
  /** Two files may have one name, size and time. */
  const files: File[] = [];
  const numberOf = (file: File): number => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  /** Whether an answer says what became of the request. */
  const answers = new WeakMap<Response, { readonly request: string; readonly tells: boolean }>();
  const send: typeof fetch = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const fresh = headers.get(keyHeader);
    // A read that has no answer ends, too, so that its button is not at work for ever.
    if (fresh === null) return await ask(url, { signal: AbortSignal.timeout(answeredWithinMs), ...init });
    const request = JSON.stringify([init.method, String(url), partsOf(init.body, numberOf)]);
    const key = keys.get(request) ?? fresh;
    const wasLost = unanswered.has(request);
    keys.set(request, key);
    headers.set(keyHeader, key);
    unanswered.add(request);
    if (isHeld) holdSent(unanswered, true);
    const isFile = init.body instanceof FormData;
    const answer = await ask(url, {
      ...init,
      headers,
      ...(isFile ? {} : { signal: AbortSignal.timeout(answeredWithinMs) }),
    });
    const { status } = answer;
    const tells = !unknownStatuses.includes(status) && !(wasLost && tellingNothing.includes(status));
    answers.set(answer, { request, tells });
    return answer;
  };
  /** What something between us and the server says does not get here: it does not know what was done. */
  const read = (answer: Response): void => {
    const { request, tells } = answers.get(answer) ?? {};
    if (request !== undefined && tells) unanswered.delete(request);
  };
  const goOn: typeof go = (...to) => {
    if (!isLeft()) goFrom(pathname, ...to);
  };
  return {
    rest: { ...restClient({ server: location.origin, token: null, fetch: send, read, clock }), goOn },
    /** Something was sent, and it is not known whether it was done. */
    isUnknown: (): boolean => unanswered.size > 0,
    /** Nobody asks again. */
    end: (): void => holdSent(unanswered, false),
  };
}

function partsOf(body: BodyInit | null | undefined, numberOf: (file: File) => number): unknown {
  if (!(body instanceof FormData)) return body ?? null;
  return [...body].map(([name, part]) => [name, typeof part === 'string' ? part : numberOf(part)]);
}
