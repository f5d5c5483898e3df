/** The permits that somebody began to ask for on this tablet: each kept until it was asked for, also over a restart. */
import { kept, type Beside } from '../base/kept.ts';
import type { Somebody } from '../base/people.ts';
import type { Permit } from './asked.ts';

export interface BegunPermit {
  /** Of the permit that it becomes: asked for twice, it is one. */
  readonly id: string;
  readonly site: string;
  /** Null = not chosen yet. */
  readonly type: Permit['permit_type'] | null;
  readonly location: string;
  readonly description: string;
  /** Null = as long as is usual. */
  readonly hours: number | null;
  readonly person: Somebody | null;
}

/** By id, the oldest first. */
export const begunPermits = kept<Readonly<Record<string, BegunPermit>>>('permits begun', {});

/** What was changed since `before` goes over what is kept: another tab may write in the same one. */
export async function keepBegun(before: BegunPermit, now: BegunPermit, onlyOwn: Beside): Promise<void> {
  const changes = changesSince(before, now);
  if (Object.keys(changes).length === 0) return; // what another tab wrote, which may have been asked for by now
  await begunPermits.change(
    (all) => ({
      ...all,
      [now.id]: { ...(all[now.id] ?? now), ...changes },
    }),
    onlyOwn,
  );
}

/** What is read again is another object. */
export function changesSince(before: BegunPermit, now: BegunPermit): Partial<BegunPermit> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof BegunPermit]), // its own names
  );
  return Object.fromEntries(changed);
}

export function dropBegun(id: string): Promise<void> {
  return begunPermits.change(({ [id]: _, ...others }) => others);
}

/** More than a type that was pressed. */
export function isWritten({ location, description, person }: BegunPermit): boolean {
  return location.trim() !== '' || description.trim() !== '' || person !== null;
}
