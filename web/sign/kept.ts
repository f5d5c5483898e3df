/**
 * What this tab keeps until it is closed, so that a page that is loaded again goes on: the code, what was signed and not sent (which the phone
 * keeps, too: unsent.ts), the tickets. The code leaves the address at once.
 */
import { isJsonObject } from '../../shared/base/json.ts';
import type { signInClient } from '../../client-sdk/sign-in.ts';

type Server = ReturnType<typeof signInClient>;
export type Read = Awaited<ReturnType<Server['openOwnPhone']>>;
export type Ticket = Awaited<ReturnType<Server['signOwnPhone']>>;
export type Signed = Parameters<Server['signOwnPhone']>[0]['body'];

export interface Kept {
  readonly code?: string;
  readonly signed?: Signed | null;
  /** Who signed. */
  readonly name?: string;
  /** Another code, which was opened while something signed was not sent yet. */
  readonly next?: string;
  /** Of all that arrived since the last code, the latest last. */
  readonly tickets?: readonly Ticket[];
}

const key = 'sitefile-own-phone';

/** Where the browser keeps no data of sites: until the page is loaded again. */
let here: Kept = {};

export function keep(kept: Kept): void {
  here = kept;
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // `here` has it.
  }
}

/** A code in the address begins anew, unless something signed is not sent yet: that goes first, and the code waits for it. */
export function readKept(): Kept {
  const code = location.hash.slice(1);
  if (code !== '') {
    history.replaceState(null, '', location.pathname); // who looks at the address later finds no code
    const before = keptNow();
    if (!before.signed) keep({ code });
    else if (code !== before.code) keep({ ...before, next: code });
  }
  return keptNow();
}

export function keptNow(): Kept {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (isJsonObject(found)) return found; // as keep() wrote it
  } catch {
    // Refused, or not what keep() wrote.
  }
  return here;
}
