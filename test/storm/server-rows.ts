/** All records of the server, as one who syncs for the first time gets them. */
import type { PullReply } from '../../shared/sync/sync.ts';
import type { Row, Work } from './orders.ts';
import { fetchSurely } from './rest.ts';
import { adminToken } from './site.ts';

export async function serverRows(url: string, token: string): Promise<readonly Row[]> {
  const rows = new Map<string, Row>();
  for (let [cursor, more] = [null as string | null, true]; more;) {
    const response = await fetchSurely(`${url}/api/v1/sync/pull`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cursor, limit: 5000 }),
    });
    if (!response.ok) throw new Error(`pull answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as PullReply; // checked above
    for (const op of page.ops) {
      if (op.op === 'put') rows.set(op.id, { id: op.id, kind: op.kind, rev: op.rev, body: op.body });
      if (op.op === 'del') rows.delete(op.id);
    }
    ({ cursor, more } = page);
  }
  return [...rows.values()];
}

/** Those of these photos whose files it has; the feed does not carry photos. */
export async function photoRows(url: string, photos: readonly Work[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { record: id, word } of photos) {
    const headers = { authorization: `Bearer ${adminToken}` };
    const { ok } = await fetchSurely(`${url}/api/v1/photos/${id}`, { headers });
    if (ok) rows.push({ id, kind: 'photo', rev: 1, body: { file_name: word } });
  }
  return rows;
}
