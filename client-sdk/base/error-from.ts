/** The SyncError for an answer that is not a success, whether it comes from this server or from something in between. */
import * as z from 'zod';
import type { ProblemBody } from '../../shared/model/problem.ts';
import { SyncError, type SyncFault } from './sync-error.ts';
import { once } from '../../shared/base/once.ts';

const problemSchema = once(() => z.looseObject({ code: z.string(), status: z.int(), title: z.string() }));

const faultByStatus: Readonly<Record<number, SyncFault>> = { 401: 'unauthorised', 403: 'unauthorised', 426: 'too_old' };

export function errorFrom(status: number, headers: Headers, json: unknown): SyncError {
  const read = problemSchema().safeParse(json);
  // Shape checked just now; `type` and `detail` are only shown.
  const problem = read.success && read.data.status === status ? (read.data as unknown as ProblemBody) : null;
  const more = { problem, retryAfterMs: retryAfterMs(headers) ?? secondsIn(problem) };
  const message = problem?.detail ?? `The answer was ${status}.`;
  // Proxies give these without a problem body.
  if (status === 413) return new SyncError('too_large', message, more);
  if (status === 429 || status >= 500) return new SyncError('busy', message, more);
  // The app was updated before the server: what waits keeps waiting.
  if (problem?.code === 'schema_too_new') return new SyncError('busy', message, more);
  if (!problem) return new SyncError('not_sitefile', `Something other than the server answered with ${status}.`, more);
  if (problem.code === 'history_changed') return new SyncError('history_changed', message, more);
  if (problem.code === 'read_only') return new SyncError('read_only', message, more);
  if (problem.code === 'out_of_order') return new SyncError('out_of_order', message, more);
  return new SyncError(faultByStatus[status] ?? 'refused', message, more);
}

export function notSitefile(): SyncError {
  return new SyncError(
    'not_sitefile',
    'Something other than the server answered, such as a log-in page of the network.',
  );
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** On the stream an answer has no headers. */
function secondsIn(problem: ProblemBody | null): number | null {
  const seconds = problem?.['retry_after'];
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : null;
}

function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after');
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : null;
}
