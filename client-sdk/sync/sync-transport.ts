/**
 * One request to the server and its answer: bearer token, time limit, and the proof that it was this server that answered.
 * Whatever is not the protocol's own answer counts as none at all (shared/sync/sync.ts).
 */
import * as z from 'zod';
import type { ProblemBody } from '../../shared/model/problem.ts';
import { helloReply, nextCursorHeader, pushReply, type HelloReply, type PushReply } from '../../shared/sync/sync.ts';
import type { Clock } from '../base/clock.ts';
import { acceptedEncodings, compressed, plain, type SentBody } from './compressed.ts';
import type { FeedOp } from '../disk/records.ts';
import { SyncError, type SyncFault } from '../base/sync-error.ts';

/** A pull answer as far as a device relies on it: what a newer server adds to a line passes through. */
const pageSchema = z.object({
  cursor: z.string(),
  more: z.boolean(),
  epoch: z.string(),
  schema: z.int().optional(),
  last_mutation_id: z.int(),
  server_time: z.string(),
  checksums: z.record(z.string(), z.object({ count: z.number(), sum: z.number() })).optional(),
  ops: z.array(z.custom<FeedOp>(isFeedOp)),
});
export type Page = z.infer<typeof pageSchema>;

/** What has come of a file; the proof that this server answered is that it names the hash. */
const fileStateSchema = z.object({ sha256: z.string(), received: z.int().nonnegative(), complete: z.boolean() });
type FileState = z.infer<typeof fileStateSchema>;

interface SentPiece {
  readonly from: number;
  readonly total: number;
  readonly piece: Uint8Array<ArrayBuffer>;
}

const problemSchema = z.looseObject({ code: z.string(), status: z.int(), title: z.string() });

export interface TransportOptions {
  readonly server: string;
  readonly token: string;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

interface Head {
  readonly status: number;
  readonly headers: Headers;
}

interface RequestHooks {
  readonly onHead?: ((head: Head) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
}

interface Answer extends Head {
  readonly text: string;
}

export class SyncTransport {
  /** Takes effect with the next request. */
  token: string;
  readonly #options: TransportOptions;
  readonly #cutting = new AbortController();
  /** Until something on the way says that it reads no compressed bodies. */
  #compresses = true;
  #prepared: { readonly body: string; readonly sent: Promise<SentBody> } | null = null;
  #stopped = false;

  constructor(options: TransportOptions) {
    this.token = options.token;
    this.#options = options;
  }

  hello(body: object): Promise<HelloReply> {
    return this.#exchange('hello', JSON.stringify(body), helloReply);
  }

  /** Begins to compress what `push` will send soon. */
  prepare(body: string): void {
    this.#prepared = this.#compresses ? { body, sent: compressed(body) } : null;
    this.#prepared?.sent.catch(() => undefined); // heard of when it is sent
  }

  /** `body` is text, so that sending again sends the same bytes. `onSent` hears when it was handed over to the network. */
  push(body: string, onSent?: () => void): Promise<PushReply> {
    return this.#exchange('push', body, pushReply, { onSent });
  }

  /** `ended` gives up a wait for news; `onHead` hears where the next page begins, before this one is there. */
  pull(
    body: object,
    { ended, onHead }: { readonly ended?: AbortSignal; readonly onHead?: (next: string) => void } = {},
  ): Promise<Page> {
    const headCame = ({ status, headers }: Head): void => {
      const next = headers.get(nextCursorHeader);
      if (status === 200 && next !== null) onHead?.(next);
    };
    return this.#exchange('pull', JSON.stringify(body), pageSchema, { ended, onHead: headCame });
  }

  /** How much of a file the server has; with a `piece`, after it has taken that. */
  async file(sha256: string, sent?: SentPiece): Promise<FileState> {
    if (this.#stopped) throw new SyncError('stopped', 'The device is closed.');
    const { server, fetch: ask, timeoutMs } = this.#options;
    const range = sent && `bytes ${sent.from}-${sent.from + sent.piece.byteLength - 1}/${sent.total}`;
    const signal = AbortSignal.any([this.#cutting.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await ask(`${server}/api/v1/sync/blobs/${sha256}`, {
        method: sent ? 'PUT' : 'GET',
        headers: {
          authorization: `Bearer ${this.token}`,
          accept: 'application/json',
          ...(range ? { 'content-range': range, 'content-type': 'application/octet-stream' } : {}),
        },
        ...(sent ? { body: sent.piece } : {}),
        signal,
        redirect: 'error',
        cache: 'no-store',
      });
      const json = readJson(await response.text());
      if (response.status !== 200) throw failure(response.status, response.headers, json);
      const state = fileStateSchema.safeParse(json);
      if (state.success && state.data.sha256 === sha256) return state.data;
      throw new SyncError('not_sitefile', 'Something other than the server answered.');
    } catch (cause) {
      if (cause instanceof SyncError) throw cause;
      if (this.#cutting.signal.aborted) throw new SyncError('stopped', 'The exchange was stopped.');
      throw new SyncError('offline', 'The server did not answer.', { cause });
    }
  }

  /** From now on a request fails with `stopped`; one that is under way may end in peace. */
  stop(): void {
    this.#stopped = true;
  }

  /** Ends what is under way; it fails with `stopped`. */
  cut(): void {
    this.#cutting.abort();
  }

  async #exchange<Reply extends { readonly server_time: string }>(
    path: string,
    body: string,
    schema: z.ZodType<Reply>,
    { ended, ...heard }: { readonly ended?: AbortSignal | undefined } & RequestHooks = {},
  ): Promise<Reply> {
    const { clock, timeoutMs } = this.#options;
    const cutting = ended ? AbortSignal.any([this.#cutting.signal, ended]) : this.#cutting.signal;
    if (this.#stopped) throw new SyncError('stopped', 'The device is closed.');
    const askedAt = clock.now();
    const { status, headers, text } = await this.#send(
      path,
      body,
      AbortSignal.any([cutting, AbortSignal.timeout(timeoutMs)]),
      heard,
    ).catch((cause: unknown) => {
      if (cutting.aborted) throw new SyncError('stopped', 'The exchange was stopped.');
      throw new SyncError('offline', 'The server did not answer.', { cause });
    });
    const json = readJson(text);
    if (status !== 200) throw failure(status, headers, json);
    const reply = schema.safeParse(json);
    if (!reply.success)
      throw new SyncError(
        'not_sitefile',
        'Something other than the server answered, such as a log-in page of the network.',
      );
    // An answer that was waited for says nothing of how long the way is.
    if (!ended) clock.measure(reply.data.server_time, askedAt, clock.now());
    return reply.data;
  }

  async #send(path: string, body: string, signal: AbortSignal, heard: RequestHooks): Promise<Answer> {
    const prepared = this.#prepared?.body === body ? this.#prepared.sent : undefined;
    const sent = this.#compresses ? await (prepared ?? compressed(body)) : plain(body);
    const answer = await this.#post(path, sent, signal, heard);
    if (answer.status !== 415 || sent.body === body) return answer;
    this.#compresses = false;
    return await this.#post(path, plain(body), signal, heard);
  }

  async #post(
    path: string,
    { body, headers }: SentBody,
    signal: AbortSignal,
    { onHead, onSent }: RequestHooks,
  ): Promise<Answer> {
    const asked = this.#options.fetch(`${this.#options.server}/api/v1/sync/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        ...acceptedEncodings(),
        ...headers,
      },
      body,
      signal,
      // A network that leads every request to its log-in page is no network.
      redirect: 'error',
      cache: 'no-store',
    });
    onSent?.();
    const response = await asked;
    onHead?.(response);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const faultByStatus: Readonly<Record<number, SyncFault>> = { 401: 'unauthorised', 403: 'unauthorised', 426: 'too_old' };

function failure(status: number, headers: Headers, json: unknown): SyncError {
  const read = problemSchema.safeParse(json);
  // Shape checked just now; `type` and `detail` are only shown.
  const problem = read.success && read.data.status === status ? (read.data as unknown as ProblemBody) : null;
  const more = { problem, retryAfterMs: retryAfterMs(headers) };
  const message = problem?.detail ?? `The answer was ${status}.`;
  // Proxies say these in their own words.
  if (status === 413) return new SyncError('too_large', message, more);
  if (status === 429 || status >= 500) return new SyncError('busy', message, more);
  // The app was updated before the server was: what waits goes on waiting.
  if (problem?.code === 'schema_too_new') return new SyncError('busy', message, more);
  if (!problem) return new SyncError('not_sitefile', `Something other than the server answered with ${status}.`, more);
  if (problem.code === 'client_gap') return new SyncError('gap', message, more);
  return new SyncError(faultByStatus[status] ?? 'refused', message, more);
}

function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after');
  return value !== null && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : null;
}

export function isFeedOp(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('op' in value) || typeof value.op !== 'string') return false;
  if (value.op !== 'put') return true;
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'body' in value &&
    typeof value.body === 'object' &&
    value.body !== null
  );
}
