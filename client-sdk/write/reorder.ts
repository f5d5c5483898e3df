/** Reorders a document's entries with as few new position keys as possible, so that concurrent reorders merge. */
import { reorderKeys } from '../../shared/merge/order.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { EntryKind } from '../../shared/resources/entry-kinds.ts';
import type { Mutator } from './mutator.ts';
import type { Draft } from './queue.ts';
import type { Replica } from '../view/replica.ts';

/** `ids` must name every entry of the kind exactly once; throws `order_mismatch` otherwise. */
export async function reorder(
  documentId: string,
  kind: EntryKind,
  ids: readonly string[],
  replica: Replica,
  mutator: Mutator,
): Promise<void> {
  await mutator.exclusively(async () => {
    const entries = (await replica.list({ kind, documentId })).filter((entry) => !entry.isOrphan);
    const keys = new Map(entries.map(({ id, body }) => [id, String(body['sort_key'])]));
    if (ids.length !== entries.length || new Set(ids).size !== ids.length || ids.some((id) => !keys.has(id)))
      throw new Problem('order_mismatch', `The order must name each of the ${entries.length} entries once.`);
    const drafts: (Draft | null)[] = [];
    for (const [id, key] of reorderKeys(ids.map((each) => ({ id: each, key: keys.get(each) ?? '' }))))
      drafts.push(
        await mutator.check({ op: 'patch', kind, id, set: { sort_key: key }, was: { sort_key: keys.get(id) ?? null } }),
      );
    await mutator.queue.add(drafts);
  });
}
