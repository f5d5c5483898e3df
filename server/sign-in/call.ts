/** What a handler of signing in gets, and gives. */
import type { Request } from 'express';
import type { Actor } from '../../shared/model/access.ts';
import type { StepName } from '../http/session-cookie.ts';

export interface SignInCall {
  readonly incoming: Request;
  readonly requestId: string;
  readonly address: string | undefined;
  /** Of the caller's session; throws `unauthenticated`. */
  readonly actor: () => Promise<Actor>;
  /** Who is signed in to this browser already; null = nobody. */
  readonly present: () => Promise<Actor | null>;
  /** What this browser holds on its way to a session. */
  readonly step: (name: StepName) => string | undefined;
}

/** `session` = the new token for the cookie; null = the browser forgets it. */
export interface SignInResult {
  readonly body?: object;
  readonly session?: string | null;
  /** For a cookie of its own; `value` null = the browser forgets it. */
  readonly step?: { readonly name: StepName; readonly value: string | null; readonly lastsMs: number };
}
