/**
 * The `fetch` that PouchDB gets: every request goes through the guard of outgoing connections, has a deadline and a limit, and follows no
 * redirect. What is no answer of a CouchDB becomes a MirrorError here.
 */
import type { IncomingMessage } from 'node:http';
import { guardedRequest, type Connections, type Phase } from '../outgoing/connect.ts';
import { BlockedAddressError } from '../outgoing/guard.ts';
import { MirrorError, type MirrorFailure } from './failure.ts';

interface Options {
  readonly method?: string;
  readonly body?: string;
  /** PouchDB's own. */
  readonly headers?: Iterable<readonly [string, string]>;
}

/** As much of a Response as PouchDB's HTTP adapter reads. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly json: () => Promise<unknown>;
}

export type MirrorFetch = (url: string, options?: Options) => Promise<Answer>;

const timeoutMs = 60_000;
/** A page of changes, or of keys, takes less than a megabyte. A larger one is read in a turn that keeps every caller waiting. */
const mostBytes = 8 * 1024 * 1024;

const reasonByPhase = { dns: 'dns', connect: 'connect', tls: 'tls', response: 'broken' } as const satisfies Record<
  Phase,
  MirrorFailure
>;

export function openFetch(connections: Connections): MirrorFetch {
  return async (text, { method = 'GET', body, headers = [] } = {}) => {
    const url = URL.parse(text);
    const refusal = url === null ? 'unreadable' : connections.guard.refusalOf(url);
    if (url === null || refusal !== undefined)
      throw new MirrorError(refusal === 'blocked_address' ? 'blocked_address' : 'url');
    const { status, bytes } = await ask(url, connections, { method, body, headers });
    requireUsual(status);
    const json = parsed(bytes);
    return { ok: status < 300, status, json: () => Promise.resolve(json) };
  };
}

/** PouchDB itself deals with what a CouchDB answers about its documents: 404, 409 and 412. */
function requireUsual(status: number): void {
  if (status === 401 || status === 403) throw new MirrorError('unauthorised');
  if (status === 413) throw new MirrorError('too_large');
  if (status === 429 || status === 502 || status === 503 || status === 504) throw new MirrorError('busy');
  if ((status < 200 || status >= 300) && ![404, 409, 412].includes(status))
    throw new MirrorError('status', String(status));
}

async function ask(
  url: URL,
  connections: Connections,
  { method, body, headers }: Required<Pick<Options, 'method' | 'headers'>> & { readonly body: string | undefined },
): Promise<{ status: number; bytes: Buffer }> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let phase: Phase = 'dns';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = {
    ...Object.fromEntries(headers),
    'User-Agent': 'Sitefile-mirror/1',
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  try {
    const request = guardedRequest(url, connections, { method, headers: sent, signal: deadline }, (reached) => {
      phase = reached;
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(body);
    const response = await promise;
    return { status: response.statusCode ?? 0, bytes: await wholeOf(response) };
  } catch (error) {
    if (deadline.aborted) throw new MirrorError('timeout', `waiting for: ${phase}`);
    if (error instanceof BlockedAddressError) throw new MirrorError('blocked_address');
    throw new MirrorError(reasonByPhase[phase], error instanceof Error ? error.message : String(error));
  }
}

async function wholeOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    // no encoding is set, so chunks are Buffers
    chunks.push(chunk);
    size += chunk.length;
    if (size > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    const json: unknown = JSON.parse(bytes.toString());
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // told below
  }
  throw new MirrorError('not_couch');
}
