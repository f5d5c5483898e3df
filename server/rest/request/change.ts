/** Changes that REST asks for, in the words of commit(): one create, one patch, and what they came to. */
import { firmOf } from '../../../shared/model/access.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import type { Outcome } from '../../commit/batch.ts';
import { applyAll, commit, commitBatch } from '../../commit/commit.ts';
import type { HandlerRequest } from './handler-request.ts';
import { strongTag } from '../../http/etag.ts';
import type { RestContext } from './rest-context.ts';
import { mergedFields } from './merge-patch.ts';

export interface Made {
  readonly record: StoredRecord;
  /** 200 when the same create was sent before. */
  readonly status: 200 | 201;
}

/** `id` = the caller's own, where it gave one. */
export async function create(
  request: HandlerRequest,
  context: RestContext,
  kind: Kind,
  set: JsonObject,
  id: string | undefined,
): Promise<Made> {
  const command = { op: 'create', kind, id: id ?? context.commitContext.newId(), set } as const;
  return await commitBatch(context.commitContext, request.author, async (batch) => {
    await batch.read([command]);
    requireNew(request, batch.world.record(command.id));
    return madeBy(await applyAll(batch, [command]));
  });
}

/** `If-None-Match: *` on a create: the caller's own id must be free. */
export function requireNew({ mustBeNew, actor }: HandlerRequest, standing: StoredRecord | undefined): void {
  if (mustBeNew && standing && !standing.deleted)
    throw new Problem('precondition_failed', 'There is a record with this id already.', {
      // It may be a record of which somebody who acts for a contractor is told nothing.
      members: firmOf(actor) === undefined ? { current_etag: strongTag(standing.rev) } : {},
    });
}

/** `If-Match`, where no command names this record: it must stand as it was read. Called under the lock. */
export function requireRevision({ guard }: Pick<HandlerRequest, 'guard'>, { kind, rev }: StoredRecord): void {
  const { expectRev } = guard({ rev });
  if (expectRev !== undefined && expectRev !== rev)
    throw new Problem('precondition_failed', `The ${kind} has changed since it was read.`, {
      members: { current_etag: strongTag(rev) },
    });
}

/** Unconditional, but for `If-Match`: what a person in the office sends is what shall stand. */
export async function patch(
  request: HandlerRequest,
  context: RestContext,
  before: StoredRecord,
  set: JsonObject,
): Promise<StoredRecord> {
  const command = { op: 'patch', kind: before.kind, id: before.id, set, ...request.guard(before) } as const;
  const outcomes = await commitBatch(context.commitContext, request.author, async (batch) => {
    if (!request.merges) return await applyAll(batch, [command]);
    await batch.read([command]);
    const standing = batch.world.record(before.id)?.body ?? {};
    return await applyAll(batch, [{ ...command, set: mergedFields(standing, set) }]);
  });
  return outcomes[0]?.record ?? before;
}

/** One action of the record's kind, with the members that were sent as its arguments. */
export async function act(
  request: Pick<HandlerRequest, 'author' | 'fields' | 'guard'>,
  context: RestContext,
  before: StoredRecord,
  action: string,
): Promise<StoredRecord> {
  const command = { op: 'act', kind: before.kind, id: before.id, action, args: request.fields } as const;
  const [outcome] = await commit(context.commitContext, request.author, [{ ...command, ...request.guard(before) }]);
  return outcome?.record ?? before;
}

/** What the first command, a create, came to. */
export function madeBy([outcome]: readonly Outcome[]): Made {
  if (!outcome?.record) throw new Error('a create left no record');
  if (outcome.record.deleted) throw new Problem('gone', 'The record with this id was removed.');
  return { record: outcome.record, status: outcome.status === 'noop' ? 200 : 201 };
}
