/**
 * THE write path. Every record changes here and nowhere else: in one transaction that holds the organisation's lock, commands are
 * merged and admitted by the rules of their kinds, and everything that follows is stored together (sinks.ts).
 */
import type { Actor } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { World } from '../../shared/model/resource.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { Batch, type Outcome } from './batch.ts';
import { ownPartOf } from './contractor-access.ts';
import { storeBatch } from './sinks.ts';
import type { Store } from '../store/store.ts';

/** What a commit needs; time and ids come in from outside. */
export interface CommitContext {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  /** Tells the followers that an organisation's feed has moved on: a hint, never data. */
  readonly wake: (organisationId: string) => void;
  /** Between the schemas of records and commands; those that were released, unless a test makes its own. */
  readonly steps?: readonly Step[];
}

export interface RequestContext {
  readonly actor: Actor;
  readonly origin: World['origin'];
  readonly requestId: string;
}

/** Runs `work` under the lock and stores what its batch came to. What `work` throws undoes everything. */
export async function commitBatch<T>(
  context: CommitContext,
  author: RequestContext,
  work: (batch: Batch) => Promise<T>,
): Promise<T> {
  const { organisationId } = author.actor;
  const done = await context.store.write(organisationId, context.now, async (tx) => {
    // Another process of a newer version has upgraded the records meanwhile: this one must not write old shapes among them.
    if (tx.recordSchema !== currentSchema(context.steps ?? releasedSteps))
      throw new Problem('unavailable', 'The server was replaced by a newer one and is about to stop.');
    const part = await ownPartOf(tx.trx, author.actor);
    const batch = new Batch(tx, author.actor, author.origin, context.newId, part);
    const result = await work(batch);
    batch.touchDocuments();
    await storeBatch(batch, author, context.newId, context.now());
    return result;
  });
  context.wake(organisationId);
  return done;
}

/** One group, applied as a whole or not at all; throws its Problem when it is refused. */
export async function commit(
  context: CommitContext,
  author: RequestContext,
  commands: readonly Command[],
): Promise<readonly Outcome[]> {
  return await commitBatch(context, author, (batch) => applyAll(batch, commands));
}

/** The same within a batch of a caller that reads something first. */
export async function applyAll(batch: Batch, commands: readonly Command[]): Promise<readonly Outcome[]> {
  await batch.read(commands);
  const outcomes = batch.apply(commands);
  const culprit = outcomes.find((outcome) => outcome.problem && outcome.problem.code !== 'txn_refused');
  if (culprit?.problem) throw culprit.problem;
  return outcomes;
}
