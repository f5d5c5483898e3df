/**
 * One message to the server and its answer: on the open stream if there is one, else by HTTP. Bearer token, time limit, and proof that
 * this server answered: anything but the protocol's own answer counts as no answer (shared/sync/sync.ts).
 */
import * as z from 'zod';
import {
  helloReply,
  maxFrameBytes,
  nextCursorHeader,
  pushReply,
  type HelloReply,
  type Message,
  type PushReply,
} from '../../shared/sync/sync.ts';
import type { Clock } from '../base/clock.ts';
import { acceptedEncodings, compressed, plain, type SentBody } from './compressed.ts';
import { errorFrom, notSitefile, readJson } from '../base/error-from.ts';
import type { FeedOp } from '../disk/records.ts';
import { SyncError } from '../base/sync-error.ts';
import { TokenChangedError, type TokenSession, type TokenSessions } from '../base/token-session.ts';
import { once } from '../../shared/base/once.ts';

/** The parts of a pull reply that a device relies on; members that a newer server adds pass through. */
export const pageSchema = once(() =>
  z.object({
    cursor: z.string(),
    more: z.boolean(),
    schema: z.int(),
    seq: z.int(),
    server_time: z.string(),
    organisation_revision: z.int().optional(),
    checksums: z.record(z.string(), z.object({ count: z.number(), sum: z.number() })).optional(),
    withheld: z.boolean().optional(),
    ops: z.array(z.custom<FeedOp>(isFeedOp)),
  }),
);
export type Page = z.infer<ReturnType<typeof pageSchema>>;

/** The upload state of a file; naming the hash proves that this server answered. */
const fileStateSchema = once(() =>
  z.object({ sha256: z.string(), received: z.int().nonnegative(), complete: z.boolean() }),
);
type FileState = z.infer<ReturnType<typeof fileStateSchema>>;

interface FilePart {
  readonly from: number;
  readonly total: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface TransportOptions {
  readonly server: string;
  readonly sessions: TokenSessions;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

interface RequestHooks {
  /** The status and headers have arrived. */
  readonly onHead?: ((response: Response) => void) | undefined;
  /** The request was handed to the network. */
  readonly onSent?: (() => void) | undefined;
  /** Aborts the request. */
  readonly ended?: AbortSignal | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** The open stream, as far as messages can go there. */
export interface MessageStream {
  /** Null if the stream is not open for this token, or closes before the answer: HTTP takes over, as every message may be repeated. */
  ask(
    token: string,
    message: Message,
    body: string,
  ): Promise<{ readonly status: number; readonly json: unknown } | null>;
}

/** UTF-8 takes at most three bytes for one UTF-16 unit. Larger bodies are compressed, and sent by HTTP. */
const maxStreamedLength = maxFrameBytes / 4;

export class SyncTransport {
  /** Every request belongs to the token under which it began, and ends with it. */
  readonly sessions: TokenSessions;
  /** Set while it is connected or connecting. */
  stream: MessageStream | null = null;
  readonly #options: TransportOptions;
  readonly #cutting = new AbortController();
  /** Until something on the way refuses compressed bodies. */
  #compresses = true;
  #prepared: { readonly body: string; readonly sent: Promise<SentBody> } | null = null;
  #stopped = false;

  constructor(options: TransportOptions) {
    this.sessions = options.sessions;
    this.#options = options;
  }

  hello(body: object): Promise<HelloReply> {
    return this.#call('hello', JSON.stringify(body), helloReply());
  }

  /** Starts to compress what `push` will send soon. */
  prepare(body: string): void {
    const isStreamed = this.stream !== null && body.length <= maxStreamedLength;
    this.#prepared = this.#compresses && !isStreamed ? { body, sent: compressed(body) } : null;
    this.#prepared?.sent.catch(() => undefined); // reported when it is sent
  }

  /** `body` is text, so that a retry sends the same bytes. */
  push(body: string, onSent?: () => void): Promise<PushReply> {
    return this.#call('push', body, pushReply(), { onSent });
  }

  /** `ended` ends a long poll; `onHead` is told the next page's cursor before this page's body is there. */
  pull(
    body: object,
    { ended, onHead }: { readonly ended?: AbortSignal; readonly onHead?: (next: string) => void } = {},
  ): Promise<Page> {
    const headCame = ({ status, headers }: Response): void => {
      const next = headers.get(nextCursorHeader);
      if (status === 200 && next !== null) onHead?.(next);
    };
    return this.#call('pull', JSON.stringify(body), pageSchema(), { ended, onHead: headCame });
  }

  /** The upload state of a file; with a `part`, after that part. Throws SyncError `read_only` if the token may upload nothing. */
  async file(sha256: string, part?: FilePart): Promise<FileState> {
    const init = part && {
      method: 'PUT',
      headers: {
        'content-range': `bytes ${part.from}-${part.from + part.bytes.byteLength - 1}/${part.total}`,
        'content-type': 'application/octet-stream',
      },
      body: part.bytes,
    };
    const { status, headers, json } = await this.#request(
      this.#confirmed(),
      `blobs/${sha256}`,
      init ?? { method: 'GET', headers: {} },
    );
    if (status !== 200) {
      const error = errorFrom(status, headers, json);
      throw status === 403 ? new SyncError('read_only', error.message, error) : error;
    }
    const state = fileStateSchema().safeParse(json);
    if (!state.success || state.data.sha256 !== sha256) throw notSitefile();
    return state.data;
  }

  /** From now on requests fail with `stopped`; one that is running may complete. */
  stop(): void {
    this.#stopped = true;
  }

  /** Aborts the running request; it fails with `stopped`. */
  cut(): void {
    this.#cutting.abort();
  }

  async #call<Reply extends { readonly server_time: string }>(
    path: Message,
    body: string,
    schema: z.ZodType<Reply>,
    hooks: RequestHooks = {},
  ): Promise<Reply> {
    const { clock } = this.#options;
    const session = path === 'hello' ? this.sessions.current : this.#confirmed();
    const askedAt = clock.now();
    const streamed = path === 'pull' ? null : await this.#ask(session, path, body, hooks);
    const { status, headers, json } = streamed ?? (await this.#post(session, path, body, hooks));
    session.requireCurrent();
    if (status !== 200) throw errorFrom(status, headers, json);
    const reply = schema.safeParse(json);
    if (!reply.success) throw notSitefile();
    // The answer to a long poll says nothing about the time on the way.
    if (!hooks.ended) clock.measure(reply.data.server_time, askedAt, clock.now());
    return reply.data;
  }

  /** Not for pulls: pages are compressed, and long polls stand in for the stream. */
  async #ask(
    { token }: TokenSession,
    message: Message,
    body: string,
    { onSent }: RequestHooks,
  ): Promise<Answer | null> {
    if (this.stream === null || this.#stopped || body.length > maxStreamedLength) return null;
    const answer = this.stream.ask(token, message, body);
    onSent?.();
    const { status, json } = (await answer) ?? {};
    return status === undefined ? null : { status, json, headers: new Headers() };
  }

  async #post(session: TokenSession, path: string, body: string, hooks: RequestHooks): Promise<Answer> {
    const prepared = this.#prepared?.body === body ? this.#prepared.sent : undefined;
    const sent = this.#compresses ? await (prepared ?? compressed(body)) : plain(body);
    const init = ({ body: bytes, headers }: SentBody): RequestInit & { readonly headers: object } => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...acceptedEncodings(), ...headers },
      body: bytes,
    });
    const answer = await this.#request(session, path, init(sent), hooks);
    if (answer.status !== 415 || sent.body === body) return answer;
    this.#compresses = false;
    return await this.#request(session, path, init(plain(body)), hooks);
  }

  /** The token in use. Throws TokenChangedError if the server has not said yet that it belongs to this replica. */
  #confirmed(): TokenSession {
    const { current } = this.sessions;
    if (!current.isConfirmed) throw new TokenChangedError();
    return current;
  }

  /** Throws SyncError `stopped` or `offline`, and TokenChangedError. */
  async #request(
    session: TokenSession,
    path: string,
    init: RequestInit & { readonly headers: object },
    { onHead, onSent, ended }: RequestHooks = {},
  ): Promise<Answer> {
    const { server, fetch: send, timeoutMs } = this.#options;
    if (this.#stopped) throw new SyncError('stopped', 'The device is closed.');
    session.requireCurrent();
    const cutting = AbortSignal.any([this.#cutting.signal, ...(ended ? [ended] : [])]);
    const request: RequestInit = {
      ...init,
      headers: { authorization: `Bearer ${session.token}`, accept: 'application/json', ...init.headers },
      signal: AbortSignal.any([cutting, session.ended, AbortSignal.timeout(timeoutMs)]),
      // A network that redirects every request to its log-in page is no network.
      redirect: 'error',
      cache: 'no-store',
    };
    const url = `${server}/api/v1/sync/${path}`;
    try {
      const sending = send(url, request);
      onSent?.();
      // Every request may be repeated: commands have identities, and parts of a file have places.
      const response = await sending.catch((error: unknown) => {
        if (wasClosed(error)) return send(url, request);
        throw error;
      });
      onHead?.(response);
      return { status: response.status, headers: response.headers, json: readJson(await response.text()) };
    } catch (cause) {
      session.requireCurrent();
      if (cutting.aborted) throw new SyncError('stopped', 'The sync was stopped.');
      throw new SyncError('offline', 'The server did not answer.', { cause });
    }
  }
}

const closedCodes: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/**
 * The connection was closed before any answer, as when the server ends an idle one while the next request is on its way. Browsers repeat
 * the request themselves; Node says so by the code of the cause.
 */
function wasClosed(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && closedCodes.includes(cause.code);
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
