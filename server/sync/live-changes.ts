/** Frames of the stream that carry the change itself (contract, Sync): built once for all devices with the same place and the same view. */
import { Buffer } from 'node:buffer';
import type { Actor } from '../../shared/model/access.ts';
import type { CommitContext } from '../commit/commit.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { readPage } from './page.ts';
import { schemaRange } from './schema.ts';

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

/** From the committed log. A change that is too large, or more than plain puts and removals, becomes a poke. */
export async function frameFrom(commitContext: CommitContext, actor: Actor, from: string): Promise<Frame> {
  const wanted = { limit: maxRows, maxBytes, resync: [] };
  const page = await readPage(commitContext.store.db, actor, readCursor(from), wanted);
  const to = writeCursor(page.place);
  if (to === from && page.ops.length === 0) return { to };
  const isPlain =
    page.known && !page.more && page.ops.every(([op]) => op.startsWith('{"op":"put"') || op.startsWith('{"op":"del"'));
  const head = JSON.stringify({
    type: 'ops',
    from,
    to,
    epoch: page.feed?.epoch ?? '',
    schema: schemaRange(commitContext).current,
    server_time: new Date(commitContext.now()).toISOString(),
  });
  const text = Buffer.from(`${head.slice(0, -1)},"ops":[${page.ops.map((line) => line.join('')).join(',')}]}`);
  if (!isPlain || text.length > maxBytes) return { text: pokeAt(page.feed?.seq ?? 0), to: null };
  return { text, to };
}

export function pokeAt(seq: number): Buffer {
  return Buffer.from(JSON.stringify({ type: 'poke', seq }));
}
