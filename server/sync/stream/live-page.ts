/** Pages that follow live devices (contract, Sync): built once for all devices with the same place and the same view. */
import { Buffer } from 'node:buffer';
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { ServerFrame } from '../../../shared/sync/sync.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { readPage, type FeedPage } from '../page.ts';
import { pageText } from '../page-text.ts';
import type { SyncContext } from '../sync-context.ts';

/** Anything larger comes by pull, page by page. */
const maxBytes = 64 * 1024;
const maxRows = 500;

export interface Frame {
  /** Undefined where nothing has changed. */
  readonly text?: Buffer;
  /** The place after applying it; null = unknown, so that the device has to pull. */
  readonly to: string | null;
}

/** Devices with the same view get the same lines. */
export function viewOf({ role, scopes, projects }: Actor): string {
  return JSON.stringify([role, scopes ?? null, projects ?? null]);
}

/**
 * From the committed log. A page that is not the last, or does not continue the replica, becomes a poke, and so does a cursor of another
 * history: the pull says what is wrong with it.
 */
export async function frameFrom(
  { commitContext, signingKey }: Pick<SyncContext, 'commitContext' | 'signingKey'>,
  actor: Actor,
  from: string,
): Promise<Frame> {
  const wanted = { limit: maxRows, maxBytes, resync: [] };
  const seal = { key: signingKey, organisationId: actor.organisationId };
  const page = await pageFrom(() => readPage(commitContext.store.db, actor, readCursor(from, seal), wanted));
  if (page === null) return { text: pokeAt(0), to: null };
  const { ops: lines, more, known, place, organisationRevision } = page;
  const { seq } = place;
  const to = writeCursor(place, seal);
  if (to === from && lines.length === 0) return { to };
  if (!known || more) return { text: pokeAt(place.history.seq), to: null };
  const frame = { type: 'page', from } as const;
  const text = pageText({ frame, cursor: to, more, seq, organisationRevision, lines }, commitContext);
  return text.length > maxBytes ? { text: pokeAt(place.history.seq), to: null } : { text, to };
}

/** Null if the cursor is of another history. */
async function pageFrom(read: () => Promise<FeedPage>): Promise<FeedPage | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

export function pokeAt(seq: number): Buffer {
  return Buffer.from(JSON.stringify({ type: 'poke', seq } satisfies ServerFrame));
}
