/** A change of a record with what its author saw in the fields that it changes: the server merges it with what others wrote since. */
import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../shared/base/json.ts';
import { saysTheSame } from '../../../shared/crypto/canonical.ts';
import { tell } from '../../ui/toasts.tsx';
import { fieldWords } from './field-words.ts';

/** `seen` = the fields of the change as they were when it was begun; what it lacks is as `record` has it. */
export function seeing<Body extends object>(
  body: Body,
  seen: object | undefined,
  record: object,
): Body & { readonly was: Record<string, never> } {
  const [before, read] = [(seen ?? {}) as JsonObject, record as JsonObject]; // as the server replied
  const was = Object.keys(body).map((name) => [name, (before[name] === undefined ? read[name] : before[name]) ?? null]);
  return { ...body, was: Object.fromEntries(was) };
}

/** The record as a form over it was begun, whatever is read meanwhile. */
export function useBegun<Rec>(record: Rec): Rec {
  return useState(record)[0];
}

/** Saves what a form over a record changed in it, and says so where somebody else changed the same meanwhile. */
export async function saveOver<Body extends object>(
  record: object,
  body: Body,
  send: (changes: Partial<Body> & { readonly was: Record<string, never> }) => Promise<object>,
): Promise<void> {
  const before = record as JsonObject; // as the server replied
  const changed = Object.entries(body as JsonObject).filter(([name, value]) => !saysTheSame(value, before[name]));
  const reply = (await send(seeing(Object.fromEntries(changed) as Partial<Body>, {}, record))) as JsonObject; // likewise
  const others = changed.filter(([name, value]) => !saysTheSame(reply[name], value));
  const names = others.map(([name]) => fieldWords(name)).join(', ');
  tell(
    others.length === 0
      ? 'Saved.'
      : `Somebody else wrote ${names} meanwhile. Both are kept; what does not fit waits under To settle.`,
  );
}
