/** Who wrote the value that was there first, by the audit log; only those who manage the organisation may read that. */
import { rest } from '../base/server.ts';
import type { Conflict } from './waiting.ts';

const perCall = 1000;
/** Further back nobody looks. */
const mostCalls = 5;

export interface Written {
  readonly by: string;
  readonly at: string;
}

export async function firstAuthor(conflict: Conflict): Promise<Written | null> {
  const { record_id: record, created_at: since, author } = conflict;
  let before: number | undefined;
  for (let calls = 0; calls < mostCalls; calls++) {
    const { data, meta } = await rest.listAudit({ query: { limit: perCall, before } });
    for (const { at, actor, changes } of data) {
      // Who writes on in a dispute leaves conflicts, and not the value of the other side.
      const isLater =
        actor.id === author.id && changes.some(({ kind, change }) => `${change} ${kind}` === 'follow conflict');
      if (!isLater && at < since && changes.some((change) => change.id === record)) return { by: actor.name, at };
    }
    if (meta.next_before === null) return null;
    before = meta.next_before;
  }
  return null;
}
