/** One HTTPS POST to a webhook: one deadline covers everything from DNS to the last byte. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { guardedRequest, openAgent, type Connections, type Phase } from '../outgoing/connect.ts';
import { BlockedAddressError, hostnameOf, openGuard, systemResolve, type Resolve } from '../outgoing/guard.ts';
import { escapeControls, responseHeaders, responseText, type KeptHeaders } from './response-text.ts';

/** `response`: connected, but the response broke off or was not HTTP. `status`: not 2xx. `url`: not allowed. */
export type FailureReason = 'timeout' | 'dns' | 'connect' | 'tls' | 'response' | 'status' | 'blocked_address' | 'url';

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Succeeded {
  readonly outcome: 'succeeded';
  readonly status: number;
  /** Safe to log and to display, see response-text.ts. */
  readonly body: string;
  readonly headers?: KeptHeaders;
}

export interface Failed<Reason extends string = FailureReason> {
  readonly outcome: 'failed';
  readonly reason: Reason;
  /** What happened, for the delivery log. */
  readonly detail?: string;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: KeptHeaders;
  /** The raw header. */
  readonly retryAfter?: string;
}

export type SendResult = Succeeded | Failed;

/** Never throws. */
export type Send = (request: OutgoingRequest) => Promise<SendResult>;

export interface SenderOptions {
  /** For the whole attempt: DNS, connection, TLS, request and response. */
  readonly timeoutMs?: number;
  /** Host names, addresses and CIDRs that are allowed though not public (WEBHOOK_ALLOW). */
  readonly allow?: readonly string[];
  /** PEM file of certificate authorities to trust in addition to the system's (WEBHOOK_CA_FILE). */
  readonly caFile?: string | undefined;
  readonly resolve?: Resolve;
}

const readBytes = 64 * 1024;

/** Throws when the CA file or the allow-list cannot be read. */
export function openSender({ timeoutMs = 10_000, allow = [], caFile, resolve = systemResolve }: SenderOptions): Send {
  const guard = openGuard(allow);
  const agent = openAgent(caFile, false);
  return async ({ url: text, headers, body }) => {
    const url = URL.parse(text);
    const refusal = url === null ? 'unreadable' : guard.refusalOf(url);
    if (url === null || refusal !== undefined)
      return { outcome: 'failed', reason: refusal === 'blocked_address' ? refusal : 'url', detail: refusal ?? '' };
    const attempt = new HttpAttempt(url, AbortSignal.timeout(timeoutMs));
    return await attempt.run({ guard, resolve, agent: agent(), headers, body });
  };
}

type Means = Connections & Pick<OutgoingRequest, 'headers' | 'body'>;

/** One request and its response. The phase in which an error occurs tells the failure reason. */
class HttpAttempt {
  readonly #url: URL;
  readonly #deadline: AbortSignal;
  #phase: Phase;
  #response: IncomingMessage | undefined;
  readonly #chunks: Buffer[] = [];

  constructor(url: URL, deadline: AbortSignal) {
    this.#url = url;
    this.#deadline = deadline;
    this.#phase = isIP(hostnameOf(url)) === 0 ? 'dns' : 'connect';
  }

  async run(means: Means): Promise<SendResult> {
    try {
      this.#response = await this.#ask(means);
      await this.#read(this.#response);
      return this.#resultOf(this.#response);
    } catch (error) {
      if (this.#deadline.aborted)
        return { outcome: 'failed', reason: 'timeout', detail: `waiting for: ${this.#phase}`, ...this.#seen() };
      const reason = error instanceof BlockedAddressError ? 'blocked_address' : this.#phase;
      return { outcome: 'failed', reason, detail: describe(error), ...this.#seen() };
    } finally {
      this.#response?.destroy();
    }
  }

  #ask({ headers, body, ...connections }: Means): Promise<IncomingMessage> {
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = { method: 'POST', headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } };
    const request = guardedRequest(this.#url, connections, { ...sent, signal: this.#deadline }, (phase) => {
      this.#phase = phase;
    });
    request.once('response', answered);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(body);
    return promise;
  }

  async #read(response: IncomingMessage): Promise<void> {
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      // no encoding is set, so chunks are Buffers
      this.#chunks.push(chunk);
      size += chunk.length;
      if (size >= readBytes) return;
    }
  }

  #resultOf(response: IncomingMessage): SendResult {
    const status = response.statusCode ?? 0; // always set on the client side
    const seen = { status, ...this.#content(response) };
    if (status >= 200 && status < 300) return { outcome: 'succeeded', ...seen };
    const retryAfter = response.headers['retry-after'];
    return { outcome: 'failed', reason: 'status', ...seen, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }

  /** The part of a response that arrived before it broke off. */
  #seen(): Pick<Failed, 'status' | 'body' | 'headers'> {
    const status = this.#response?.statusCode;
    return status === undefined || !this.#response ? {} : { status, ...this.#content(this.#response) };
  }

  #content(response: IncomingMessage): Pick<Succeeded, 'body' | 'headers'> {
    const headers = responseHeaders(response.headers);
    return { body: responseText(Buffer.concat(this.#chunks)), ...(headers ? { headers } : {}) };
  }
}

/** Messages may contain the receiver's certificate and host names, so they are escaped. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  return escapeControls([code, message].filter(Boolean).join(': ')).slice(0, 300);
}
