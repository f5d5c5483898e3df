/** The server, as this page asks it, and which of its answers are final. The date of each answer says how wrong the clock of the phone is. */
import { signInClient } from '../../client-sdk/sign-in.ts';
import { Problem } from '../../shared/model/problem.ts';
import { hearServer } from '../field/base/clock.ts';
import type { Read } from './kept.ts';

/** A connection that is half open ends by then, and the next attempt begins. */
const limitMs = 30_000;

export const server = signInClient({
  server: location.origin,
  fetch: (to, init) => fetch(to, { ...init, signal: AbortSignal.timeout(limitMs) }),
  read: ({ headers }) => hearServer(headers.get('date')),
});

/** By their codes: the same request would have the same answer again. */
const refusals: ReadonlySet<string> = new Set([
  'unauthenticated',
  'stale_version',
  'conflict',
  'validation_failed',
  'integrity_mismatch',
]);

export function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && refusals.has(error.code);
}

/**
 * Asks what the code opens until there is a final answer, or until what this returns is called; `onAnswer` gets each answer, and each
 * failure.
 */
export function askUntilOpen(code: string, onAnswer: (answer: Read | Error) => unknown): () => void {
  let isAsking = false;
  const ended = new AbortController();
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const answer = await server.openOwnPhone({ body: { code } }).catch((error: unknown) => error as Error);
    isAsking = false;
    if (ended.signal.aborted) return;
    if (!(answer instanceof Error) || isRefusal(answer)) ended.abort();
    onAnswer(answer);
  };
  tryAgain(() => void ask(), ended.signal);
  return () => ended.abort();
}

const againMs = 10_000;

/** At once, when there is a connection, when the page is looked at, and every now and then, until `signal` ends it. */
export function tryAgain(attempt: () => void, signal: AbortSignal): void {
  addEventListener('online', attempt, { signal });
  document.addEventListener('visibilitychange', attempt, { signal });
  const timer = setInterval(attempt, againMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  attempt();
}
