/**
 * The only write path for records. In one transaction that holds the organisation's lock, commands are merged and checked by the rules of
 * their kinds, and the changes are stored together with all their side effects (sinks.ts).
 */
import type { Actor } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { World } from '../../shared/model/resource.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { Batch, type Outcome } from './batch.ts';
import { contractorAccessOf } from './contractor-access.ts';
import { storeBatch } from './sinks.ts';
import type { Store } from '../store/store.ts';

/** What a commit needs. Time and ids are injected, so that tests control them. */
export interface CommitContext {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  /** Signals followers that an organisation's feed has advanced. Only a hint: they read the feed itself. */
  readonly wake: (organisationId: string) => void;
  /** What the records of one organisation may take, bytes; absent = anything. */
  readonly maxRecordBytes?: number;
  /** Upgrade steps between the schemas of records and commands. Defaults to the released ones; tests pass their own. */
  readonly steps?: readonly Step[];
}

export interface RequestContext {
  readonly actor: Actor;
  readonly origin: World['origin'];
  readonly requestId: string;
}

/** Runs `work` under the lock and stores the result of its batch. If `work` throws, everything is rolled back. */
export async function commitBatch<T>(
  context: CommitContext,
  author: RequestContext,
  work: (batch: Batch) => Promise<T>,
): Promise<T> {
  const { organisationId } = author.actor;
  const done = await context.store.write(organisationId, context.now, async (tx) => {
    // A process of a newer version may have upgraded the records meanwhile; this one must not write old shapes among them.
    if (tx.recordSchema !== currentSchema(context.steps ?? releasedSteps))
      throw new Problem('unavailable', 'The server was replaced by a newer one and is about to stop.');
    const access = await contractorAccessOf(tx.trx, author.actor);
    const batch = new Batch(tx, author.actor, author.origin, context.newId, access);
    const result = await work(batch);
    batch.touchDocuments();
    await storeBatch(batch, author, context);
    return result;
  });
  context.wake(organisationId);
  return done;
}

/** Commits one group of commands atomically. Throws a Problem when the group is refused. */
export async function commit(
  context: CommitContext,
  author: RequestContext,
  commands: readonly Command[],
): Promise<readonly Outcome[]> {
  return await commitBatch(context, author, (batch) => applyAll(batch, commands));
}

/** As `commit`, for callers that need to read something in the same batch first. */
export async function applyAll(batch: Batch, commands: readonly Command[]): Promise<readonly Outcome[]> {
  await batch.read(commands);
  const outcomes = batch.apply(commands);
  const culprit = outcomes.find((outcome) => outcome.problem && outcome.problem.code !== 'txn_refused');
  if (culprit?.problem) throw culprit.problem;
  return outcomes;
}
