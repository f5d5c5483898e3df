/** REST changes as commands for commit(): one create, one patch, one action, and their results. */
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

export interface Created {
  readonly record: StoredRecord;
  /** 200 when the same create was sent before. */
  readonly status: 200 | 201;
}

/** `id` = the one that the caller chose, if any. */
export async function create(
  request: HandlerRequest,
  context: RestContext,
  kind: Kind,
  set: JsonObject,
  id: string | undefined,
): Promise<Created> {
  const command = { op: 'create', kind, id: id ?? context.commitContext.newId(), set } as const;
  return await commitBatch(context.commitContext, request.author, async (batch) => {
    await batch.read([command]);
    requireNew(request, batch.world.record(command.id));
    return created(await applyAll(batch, [command]));
  });
}

/** `If-None-Match: *` on a create: the id that the caller chose must be unused. */
export function requireNew({ mustBeNew, actor }: HandlerRequest, existing: StoredRecord | undefined): void {
  if (mustBeNew && existing && !existing.deleted)
    throw new Problem('precondition_failed', 'A record with this id already exists.', {
      // An actor of a contractor may not be allowed to know the record.
      members: firmOf(actor) === undefined ? { current_etag: strongTag(existing.rev) } : {},
    });
}

/** `If-Match`, where no command names this record. Called under the lock. */
export function requireRevision(
  { guard }: Pick<HandlerRequest, 'guard'>,
  { kind, rev }: Pick<StoredRecord, 'kind' | 'rev'>,
): void {
  const { expectRev } = guard({ rev });
  if (expectRev !== undefined && expectRev !== rev)
    throw new Problem('precondition_failed', `The ${kind} has changed since it was read.`, {
      members: { current_etag: strongTag(rev) },
    });
}

/** What is sent wins, unless `If-Match` fails; with `was`, it is merged with what others wrote since, as a device's edit is. */
export async function patch(
  request: HandlerRequest,
  context: RestContext,
  before: StoredRecord,
  set: JsonObject,
): Promise<StoredRecord> {
  const { was, merges } = request;
  const target = { op: 'patch', kind: before.kind, id: before.id, ...request.guard(before) } as const;
  const command = { ...target, set, ...(was ? { was } : {}) };
  const outcomes = await commitBatch(context.commitContext, request.author, async (batch) => {
    if (!merges) return await applyAll(batch, [command]);
    await batch.read([command]);
    const existing = { ...batch.world.record(before.id)?.body, ...was };
    return await applyAll(batch, [{ ...command, set: mergedFields(existing, set) }]);
  });
  return outcomes[0]?.record ?? before;
}

/** One action of the record's kind; the fields of the body are its arguments. */
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

/** The result of the first command, a create. */
export function created([outcome]: readonly Outcome[]): Created {
  if (!outcome?.record) throw new Error('a create returned no record');
  if (outcome.record.deleted) throw new Problem('gone', 'The record with this id was removed.');
  return { record: outcome.record, status: outcome.status === 'noop' ? 200 : 201 };
}
