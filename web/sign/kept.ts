/**
 * What this tab keeps until it is closed, so that a page that is loaded again goes on: the code, what was signed and not sent, and what was
 * refused (both of which the phone keeps, too: unsent.ts), the tickets. The code leaves the address at once.
 */
import { isJsonObject } from '../../shared/base/json.ts';
import type { signInClient } from '../../client-sdk/sign-in.ts';

type Server = ReturnType<typeof signInClient>;
export type Read = Awaited<ReturnType<Server['openOwnPhone']>>;
export type Ticket = Awaited<ReturnType<Server['signOwnPhone']>>;
export type Signed = Parameters<Server['signOwnPhone']>[0]['body'];

/** A signature that the server did not take: to be told until somebody has read it. */
export interface Refused {
  /** Under which it was sent. */
  readonly code: string;
  /** Who signed. */
  readonly name: string;
  /** When, by the clock of the phone. */
  readonly at: string;
  /** Code of the problem. */
  readonly problem: string;
}

export interface Kept {
  readonly code?: string;
  readonly signed?: Signed | null;
  /** Who signed. */
  readonly name?: string;
  /** When the code of what was signed ends, by the server's clock. */
  readonly until?: string;
  /** Another code, which was opened while something that was signed, or begun on the line, was not sent yet. */
  readonly next?: string;
  /** Of all that arrived since the last code, the latest last. */
  readonly tickets?: readonly Ticket[];
  readonly refused?: readonly Refused[];
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

/** A code in the address begins anew, unless something signed, or `isBegun` on the line, is not sent yet: that goes first, and the code waits. */
export function readKept(isBegun = false): Kept {
  const code = location.hash.slice(1);
  if (code !== '') {
    history.replaceState(null, '', location.pathname); // who looks at the address later finds no code
    const before = keptNow();
    if (code !== before.code) keep(before.signed || isBegun ? { ...before, next: code } : beginWith(code, before));
  }
  return keptNow();
}

/** What was refused is told on. */
export function beginWith(code: string | undefined, { refused }: Kept): Kept {
  return { ...(code !== undefined && { code }), ...(refused && { refused }) };
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
