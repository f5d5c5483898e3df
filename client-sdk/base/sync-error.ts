/** Why an exchange with the server did not come to its end. Nothing is lost by any of these: the outbox keeps everything. */
import type { ProblemBody } from '../../shared/model/problem.ts';

export type SyncFault =
  /** No answer: no network, a timeout, a connection cut. */
  | 'offline'
  /** An answer that is not this server's, such as a captive portal's page. */
  | 'not_sitefile'
  /** 401 or 403: the token is unknown, expired or revoked. Exchange stops until there is another. */
  | 'unauthorised'
  /** The token is of another organisation than the replica: nothing may be mixed. */
  | 'other_organisation'
  /** 426: this copy of the app is too old to read; what it has is still sent. */
  | 'too_old'
  /** 413. */
  | 'too_large'
  /** 429 or 503, or a server older than this app; `retryAfterMs` says when to come back. */
  | 'busy'
  /** 409 client_gap: the server expects another command number. */
  | 'gap'
  /** The server's history is another one than at the last exchange. */
  | 'epoch'
  /** Any other refusal of the request as a whole. */
  | 'refused'
  /** The device itself failed, such as a full disk; `cause` says how. */
  | 'device'
  /** Another tab has taken over the exchange of this replica. */
  | 'taken_over'
  /** `close()` or `stop()` came first. */
  | 'stopped';

export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly fault: SyncFault;
  /** What the server said, where it said something. */
  readonly problem: ProblemBody | null;
  readonly retryAfterMs: number | null;

  constructor(
    fault: SyncFault,
    message: string,
    more: {
      readonly problem?: ProblemBody | null;
      readonly retryAfterMs?: number | null;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.fault = fault;
    this.problem = more.problem ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }

  /** Trying again by itself leads nowhere. */
  get needsAnotherToken(): boolean {
    return this.fault === 'unauthorised' || this.fault === 'other_organisation';
  }
}
