/** What every door needs, whichever protocol it speaks; made by the composition root. */
import type { Actor } from '../../shared/model/access.ts';
import type { Log } from '../base/log.ts';
import type { Peers } from './peer.ts';

export interface HttpContext {
  readonly newId: () => string;
  /** The actor behind an `Authorization` header that came from this address; throws `unauthenticated`. */
  readonly authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Actor>;
  /** The address of the caller, behind any trusted proxies. */
  readonly addressOf: Peers['addressOf'];
  /** Where callers reach the server, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Origins whose pages may read responses. */
  readonly corsOrigins: readonly string[];
  /** Aborted when the server begins to stop: new requests are refused, and long polls end. */
  readonly closing: AbortSignal;
  readonly log: Log;
}
