/** A change of a record with what its author saw in the fields that it changes: the server merges it with what others wrote since. */
import { useState } from 'preact/hooks';
import type { JsonObject } from '../../../shared/base/json.ts';

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
