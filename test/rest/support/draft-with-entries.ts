/** Drafts with entries of one kind, and the names of the entries in order. */
import { expect } from 'vitest';
import type { Entry, Kind } from './entry-kinds.ts';
import type { CallOptions, Site } from './site.ts';

/** A draft with the named entries, in that order. */
export async function draftWith(
  site: Site,
  kind: Kind,
  ...names: readonly string[]
): Promise<{ params: { document: string; id: string }; ids: string[] }> {
  const { id: document } = await site.draft();
  const ids: string[] = [];
  for (const name of names)
    ids.push((await site.must(kind.create, { params: { document }, body: { [kind.label]: name } })).id);
  return { params: { document, id: ids[0] ?? '' }, ids };
}

export async function namesOf(site: Site, kind: Kind, given: CallOptions): Promise<unknown[]> {
  const { data } = await site.must(kind.list, { params: given.params ?? {} });
  return namesIn(kind, data);
}

/** In order, with positions counted from 1. */
export function namesIn(kind: Kind, entries: readonly Entry[]): unknown[] {
  expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => i + 1));
  return entries.map((entry) => entry[kind.label]);
}
