/** Why a sync did not complete. None of these loses work: the outbox keeps everything. */
import type { ProblemBody } from '../../shared/model/problem.ts';

export type SyncFault =
  /** No answer: no network, a timeout, a cut connection. */
  | 'offline'
  /** Something other than the server answered, such as a captive portal. */
  | 'not_sitefile'
  /** 401 or 403: the token is unknown, expired or revoked. Sync stops until there is another. */
  | 'unauthorised'
  /** The token belongs to another organisation than the replica. */
  | 'other_organisation'
  /** 426: the app is too old to pull; it still pushes. */
  | 'too_old'
  /** 413. */
  | 'too_large'
  /** 429 or 5xx, or a server older than this app; `retryAfterMs` says when to try again. */
  | 'busy'
  /** 403 for a push as a whole, or for a file: the token may read, but change or upload nothing. What waits keeps waiting. */
  | 'read_only'
  /** 409 out_of_order: the server does not know an earlier command. */
  | 'out_of_order'
  /** 409 history_changed: the server was restored from a backup since the last sync. */
  | 'history_changed'
  /** Any other refusal of the whole request. */
  | 'refused'
  /** The device itself failed, such as a full disk; `cause` says how. */
  | 'device'
  /** Another tab has taken over the sync of this replica. */
  | 'taken_over'
  /** `close()` or `stop()` came first. */
  | 'stopped';

export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly fault: SyncFault;
  /** The server's problem details, if it sent any. */
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

  /** A retry is pointless without another token. */
  get needsAnotherToken(): boolean {
    return this.fault === 'unauthorised' || this.fault === 'other_organisation';
  }
}
