/** Cursors of replicas that have read up to a given position; the server makes them, because cursors are opaque. */
import { token } from './fill.ts';

export interface Start {
  readonly cursor: string | null;
}

interface Page {
  readonly cursor: string;
  readonly more: boolean;
  readonly ops: readonly { readonly seq: number }[];
}

async function pull(url: string, body: object): Promise<Page> {
  const response = await fetch(`${url}/api/v1/sync/pull`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`pull answered ${response.status}`);
  return (await response.json()) as Page; // the reply of this door
}

/** Cursor of a replica that has read everything up to this feed position. */
export async function cursorBehind(url: string, seq: number): Promise<Start> {
  let place: Start = { cursor: null };
  for (let done = seq === 0; !done;) {
    const request = { cursor: place.cursor, limit: 5000, max_bytes: 4 * 1024 * 1024 };
    const { ops } = await pull(url, request);
    const limit = ops.filter((op) => op.seq <= seq).length;
    done = limit < ops.length;
    if (limit === 0) break;
    const { cursor } = await pull(url, { ...request, limit });
    place = { cursor };
  }
  return place;
}

export async function endOfFeed(url: string): Promise<Start> {
  for (let cursor: string | null = null; ;) {
    const page: Page = await pull(url, { cursor, limit: 5000, max_bytes: 4 * 1024 * 1024 });
    cursor = page.cursor;
    if (!page.more) return { cursor };
  }
}
