/** Resolves a conflict on the device: the edit, and the resolution that depends on it (shared/resolve-conflict.ts). */
import type { Json } from '../../shared/base/json.ts';
import { liveOf } from '../../shared/model/record.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { conflict, type Resolution } from '../../shared/resources/conflict.ts';
import { resolutionCommands, type Disputed } from '../../shared/resolve-conflict.ts';
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
    const record = liveOf(await replica.record(conflictId), 'conflict');
    if (!record) throw new Problem('not_found', 'There is no conflict with this id.');
    const disputed = conflict.schema.parse(record.body) as Disputed; // the server merges JSON
    const target = await replica.record(String(record.body['record_id']));
    // Including this device's unsent changes.
    const seen: StoredRecord | undefined = target && { ...target, rev: target.expectedRev };
    const commands = resolutionCommands(conflictId, disputed, seen, { resolution, value });
    const drafts = [];
    for (const command of commands) drafts.push(await mutator.check(command));
    await mutator.queue.add(drafts, { chained: true });
  });
}
