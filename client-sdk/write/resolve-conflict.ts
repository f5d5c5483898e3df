/** Settling a conflict on the device: the edit that it takes, and the settling that builds on it (shared/resolve-conflict.ts). */
import type { Json } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { conflict } from '../../shared/resources/conflict.ts';
import { settlingCommands, type Disputed, type Resolution } from '../../shared/resolve-conflict.ts';
import type { Mutator } from './mutator.ts';
import type { Replica } from '../view/replica.ts';

export function resolveConflict(
  replica: Replica,
  mutator: Mutator,
  conflictId: string,
  resolution: Resolution,
  value?: Json,
): Promise<void> {
  return mutator.exclusively(async () => {
    const standing = await replica.record(conflictId);
    if (!standing || standing.kind !== 'conflict') throw new Problem('not_found', 'There is no conflict with this id.');
    const disputed = conflict.schema.parse(standing.body) as Disputed; // what the server merged was JSON
    const target = await replica.record(String(standing.body['record_id']));
    // Counted from what this device has asked for already.
    const seen: StoredRecord | undefined = target && { ...target, rev: target.expectedRev };
    const commands = settlingCommands(conflictId, disputed, seen, { resolution, value });
    const drafts = [];
    for (const command of commands) drafts.push(await mutator.check(command));
    await mutator.queue.add(drafts, { chained: true });
  });
}
