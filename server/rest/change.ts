/** Changes that REST asks for, in the words of commit(): one create, one patch, and what they came to. */
import type { JsonObject } from '../../shared/json.ts';
import { Problem } from '../../shared/problem.ts';
import type { StoredRecord } from '../../shared/record.ts';
import type { Kind } from '../../shared/resources/index.ts';
import type { Outcome } from '../batch.ts';
import { commit } from '../commit.ts';
import type { Call } from './call.ts';
import type { RestHouse } from './house.ts';

export interface Made {
  readonly record: StoredRecord;
  /** 200 when the same create was sent before. */
  readonly status: 200 | 201;
}

/** `id` = the caller's own, where it gave one. */
export async function create(
  call: Call,
  house: RestHouse,
  kind: Kind,
  set: JsonObject,
  id: string | undefined,
): Promise<Made> {
  const outcomes = await commit(house.ground, call.author, [
    { op: 'create', kind, id: id ?? house.ground.newId(), set },
  ]);
  return madeBy(outcomes);
}

/** Unconditional, but for `If-Match`: what a person in the office sends is what shall stand. */
export async function patch(
  call: Call,
  house: RestHouse,
  before: StoredRecord,
  set: JsonObject,
): Promise<StoredRecord> {
  const outcomes = await commit(house.ground, call.author, [
    { op: 'patch', kind: before.kind, id: before.id, set, ...call.precondition },
  ]);
  return outcomes[0]?.record ?? before;
}

/** What the first command, a create, came to. */
export function madeBy([outcome]: readonly Outcome[]): Made {
  if (!outcome?.record) throw new Error('a create left no record');
  if (outcome.record.deleted) throw new Problem('gone', 'The record with this id was removed.');
  return { record: outcome.record, status: outcome.status === 'noop' ? 200 : 201 };
}
