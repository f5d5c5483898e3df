/** Conflicts under limits that are over: the answer tells none of their values (SY122), and the server keeps them. */
import type { CommandResult } from '../../../shared/sync/sync.ts';
import type { World } from '../../kit/world.ts';
import type { Clash, Outcome } from './model.ts';
import { rowsOf, type Row } from './server-rows.ts';

/** In the order in which they came to be. */
export async function keptConflicts(world: World): Promise<readonly Row[]> {
  const rows = await rowsOf(world);
  return rows.filter(({ kind }) => kind === 'conflict').toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The conflicts of the answer, with the values that are kept. `before` = those that were told of until then. */
export function withValues(
  { conflicts = [], record_id: id }: CommandResult,
  before: readonly Clash[],
  kept: readonly Row[],
): Outcome['conflicts'] {
  return conflicts.map((conflict) => {
    const { field, was, theirs, mine, proposal } = conflict;
    if ([was, theirs, mine, proposal].some((value) => value !== null))
      throw new Error(`the answer tells values of ${field} of ${id} that the token may not see any more`);
    const index = before.filter((each) => each.record_id === id && each.field === field).length;
    const found = kept.filter(({ body }) => body['record_id'] === id && body['field'] === field)[index];
    if (!found) throw new Error(`a conflict about ${field} of ${id} was answered and is not kept`);
    const valueOf = (name: string) => found.body[name] ?? null;
    return {
      ...conflict,
      was: valueOf('was'),
      theirs: valueOf('theirs'),
      mine: valueOf('mine'),
      proposal: valueOf('proposal'),
    };
  });
}
