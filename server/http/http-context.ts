/** What every door needs, whichever protocol it speaks; made by the composition root. */
import type { Log } from '../base/log.ts';
import type { Authentication } from './authentication.ts';
import type { Peers } from './peer.ts';
import type { Limiter } from './rate-limits.ts';
import type { RefusalLog } from './refusal-log.ts';

export interface HttpContext extends Authentication {
  readonly newId: () => string;
  /** The address of the caller, behind any trusted proxies. */
  readonly addressOf: Peers['addressOf'];
  readonly isSecure: Peers['isSecure'];
  readonly limiter: Limiter;
  /** Where callers reach the server, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Origins whose pages may read responses. */
  readonly corsOrigins: readonly string[];
  /** Aborted when the server begins to stop: new requests are refused, and long polls end. */
  readonly closing: AbortSignal;
  readonly log: Log;
  readonly refusals: Pick<RefusalLog, 'note'>;
}
