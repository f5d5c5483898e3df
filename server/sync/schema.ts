/** Which schema versions of the app may read and write (contract, Schema evolution). */
import { Problem } from '../../shared/model/problem.ts';
import type { HelloReply, IdentifiedCommand } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { currentSchema, oldestReader } from '../../shared/upgrade/upgrade.ts';
import type { CommitContext } from '../commit/commit.ts';

export function stepsOf({ steps = releasedSteps }: Pick<CommitContext, 'steps'>): readonly Step[] {
  return steps;
}

/** Commands of every older app are accepted. */
export function schemaRange(commitContext: Pick<CommitContext, 'steps'>): HelloReply['schema'] {
  const steps = stepsOf(commitContext);
  return { current: currentSchema(steps), min_pull: oldestReader(steps) };
}

/** Throws `schema_too_old` where the app could not show the data correctly. `schema` is absent where the caller named none. */
export function requireReadable(schema: number | undefined, commitContext: Pick<CommitContext, 'steps'>): void {
  const { current, min_pull } = schemaRange(commitContext);
  if (schema === undefined || schema >= min_pull) return;
  throw new Problem('schema_too_old', 'Update the app to read on; it can still send its changes.', {
    members: { upgrade: { schema: { current, min_pull, yours: schema } } },
  });
}

/** Throws `schema_too_new`, and processes nothing, where the app is newer than this server: no command may be lost. */
export function requireKnown(
  commands: readonly IdentifiedCommand[],
  usual: number,
  commitContext: Pick<CommitContext, 'steps'>,
): void {
  const { current } = schemaRange(commitContext);
  const newest = Math.max(
    0,
    ...commands.map(({ schema = usual }) => (Number.isSafeInteger(schema) ? Number(schema) : 0)),
  );
  if (newest <= current) return;
  throw new Problem('schema_too_new', `The app uses schema ${newest}, this server knows ${current}; try again later.`, {
    members: { upgrade: { schema: { current, yours: newest } } },
  });
}
