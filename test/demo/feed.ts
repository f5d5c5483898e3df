/** The server's own account, for comparing: every live record of the feed, read by a plain sync pull, and the events since a point. */
import { kindByView } from '../../client-sdk/view/kinds.ts';
import { pullReply } from '../../shared/sync/sync.ts';
import type { Day } from './day.ts';

const shownKinds: readonly string[] = Object.values(kindByView);

/** `kind id rev` of every record that a tablet shows, sorted. */
export async function feedRevisions({ server, adminToken }: Day): Promise<readonly string[]> {
  const lineById = new Map<string, string>();
  let cursor: string | null = null;
  for (let more = true; more;) {
    const response = await fetch(`${server.url}/api/v1/sync/pull`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cursor, limit: 5000 }),
    });
    const reply = pullReply().parse(await response.json());
    for (const op of reply.ops) {
      if (op.op === 'put' && shownKinds.includes(op.kind)) lineById.set(op.id, `${op.kind} ${op.id} ${op.rev}`);
      if (op.op === 'del') lineById.delete(op.id);
    }
    ({ cursor, more } = reply);
  }
  return [...lineById.values()].toSorted();
}

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function eventsSince({ admin }: Day, after: string): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for (let from = after; ;) {
    const { data, meta } = await admin.listEvents({ query: { after: from, limit: 1000 } });
    events.push(...data);
    if (!meta.more) return events;
    from = meta.next_after;
  }
}
