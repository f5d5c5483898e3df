/**
 * The PIN of the person in charge, on this tablet alone: kept as a slow hash, and after five wrong tries it makes everybody wait. A new
 * code of the office removes it.
 */
import { useEffect, useState } from 'preact/hooks';
import { kept } from './kept.ts';
import { useSignal } from './signal.ts';

interface Pin {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly hash: Uint8Array;
  /** Wrong tries in a row. */
  readonly wrong: number;
  /** Device time, ms since 1970. */
  readonly waitUntil: number;
}

const pin = kept<Pin | null>('pin', null);

export const pinForm = /^\d{6}$/;
/** OWASP 2023 for PBKDF2 with SHA-256. */
const rounds = 600_000;
const triesAtOnce = 5;
const waitMs = 5 * 60_000;

/** Throws where the page was not loaded over https: the browser then hashes nothing. */
export async function setPin(digits: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await hashOf(digits, salt);
  await pin.change(() => ({ salt, hash, wrong: 0, waitUntil: 0 }));
}

/** Whether one is set; undefined while that is read. */
export function usePin(): boolean | undefined {
  const isSet = useSignal(pin) !== null;
  const [isRead, setRead] = useState(false);
  useEffect(() => void pin.read().then(() => setRead(true)), []);
  return isRead ? isSet : undefined;
}

export function forgetPin(): Promise<void> {
  return pin.change(() => null);
}

/** Each try counts before it is looked at. `wait` = ms until the next one. */
export async function tryPin(
  digits: string,
  now: number,
): Promise<{ readonly isRight: boolean; readonly wait: number }> {
  let mustWait = 0;
  // In one transaction, so that two tabs have five tries together.
  await pin.change((before) => {
    // Further ahead only if the clock was set back since.
    const waitUntil = Math.min(before?.waitUntil ?? 0, now + waitMs);
    mustWait = Math.max(0, waitUntil - now);
    return before && (mustWait === 0 ? counted(before, now) : { ...before, waitUntil });
  });
  const set = pin.value;
  if (!set) return { isRight: true, wait: 0 };
  if (mustWait > 0) return { isRight: false, wait: mustWait };
  const given = await hashOf(digits, set.salt);
  if (!set.hash.every((byte, i) => byte === given[i])) return { isRight: false, wait: set.waitUntil && waitMs };
  await pin.change((before) => before && { ...before, wrong: 0, waitUntil: 0 });
  return { isRight: true, wait: 0 };
}

function counted(before: Pin, now: number): Pin {
  const wrong = before.wrong + 1;
  return { ...before, wrong, waitUntil: wrong % triesAtOnce === 0 ? now + waitMs : 0 };
}

async function hashOf(digits: string, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(digits), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
}
