/**
 * What this tab keeps until it is closed, so that a page that is loaded again goes on: the code, what was signed and not sent, the ticket.
 * The code leaves the address at once.
 */
import type { signInClient } from '../../client-sdk/sign-in.ts';

type Server = ReturnType<typeof signInClient>;
export type Read = Awaited<ReturnType<Server['openOwnPhone']>>;
export type Ticket = Awaited<ReturnType<Server['signOwnPhone']>>;
export type Signed = Parameters<Server['signOwnPhone']>[0]['body'];

export interface Kept {
  readonly code?: string;
  readonly signed?: Signed | null;
  readonly ticket?: Ticket;
}

const key = 'sitefile-own-phone';

export function keep(kept: Kept): void {
  sessionStorage.setItem(key, JSON.stringify(kept));
}

/** A code in the address begins anew, unless something signed is not sent yet: that goes first. */
export function readKept(): Kept {
  const code = location.hash.slice(1);
  if (code !== '') {
    history.replaceState(null, '', location.pathname); // who looks at the address later finds no code
    if (!stored().signed) keep({ code });
  }
  return stored();
}

function stored(): Kept {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Kept; // as keep() wrote it
}
