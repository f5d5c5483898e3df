/** Frames of the stream that carry the change itself (contract, Sync): built once for all devices with the same place and the same view. */
import { Buffer } from 'node:buffer';
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { readPage, type FeedPage } from './page.ts';
import { schemaRange } from './schema.ts';
import type { SyncContext } from './sync-context.ts';

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
 * From the committed log. A change that is too large, or more than plain puts and removals, becomes a poke, and so does a cursor of
 * another history: the pull says what is wrong with it.
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
  const to = writeCursor(page.place, seal);
  if (to === from && page.ops.length === 0) return { to };
  const isPlain =
    page.known && !page.more && page.ops.every(([op]) => op.startsWith('{"op":"put"') || op.startsWith('{"op":"del"'));
  const head = JSON.stringify({
    type: 'ops',
    from,
    to,
    schema: schemaRange(commitContext).current,
    server_time: new Date(commitContext.now()).toISOString(),
  });
  const text = Buffer.from(`${head.slice(0, -1)},"ops":[${page.ops.map((line) => line.join('')).join(',')}]}`);
  if (!isPlain || text.length > maxBytes) return { text: pokeAt(page.place.history.seq), to: null };
  return { text, to };
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
  return Buffer.from(JSON.stringify({ type: 'poke', seq }));
}
