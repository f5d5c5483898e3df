/** Queued work on records (an export to render), leased like deliveries. A finished job is gone; the record says what came of it. */
import type { Db, Trx } from '../engine/db.ts';
import { chunks } from '../engine/chunks.ts';
import type { LeaseRequest } from './leases.ts';
import { statement } from '../engine/statement.ts';
import type { Store } from '../store.ts';
import type { JobTable } from '../tables/tables.ts';

export type NewJob = Pick<JobTable, 'record_id' | 'kind' | 'due_at'>;
export type JobKey = Pick<JobTable, 'record_id' | 'kind'>;

/** Asked for again while one is waiting or running, a job starts afresh: the running worker loses its lease, and with it the stale result. */
export async function insertJobs(trx: Trx, orgId: string, jobs: readonly NewJob[]): Promise<void> {
  for (const some of chunks(jobs)) {
    await trx
      .insertInto('job')
      .values(some.map((job) => ({ ...job, org_id: orgId, attempts: 0, lease_token: null, lease_until: null })))
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'record_id', 'kind']).doUpdateSet((eb) => ({
          due_at: eb.ref('excluded.due_at'),
          attempts: 0,
          lease_token: null,
          lease_until: null,
        })),
      )
      .execute();
  }
}

const oneDue = statement(
  `select 1 from "job" where "due_at" <= ? and ("lease_until" is null or "lease_until" <= ?) limit 1`,
);

/** Reads only: most of the time there is nothing to lease, and then nobody has to wait for it. */
export async function hasDueJob(db: Db, now: string): Promise<boolean> {
  return (await oneDue(db, now, now)).length > 0;
}

/** Oldest first, over all organisations. An attempt counts from its lease, so that work which kills its worker is counted too. */
export async function leaseJobs(store: Store, { now, token, leaseUntil, limit }: LeaseRequest): Promise<JobTable[]> {
  return store.transaction(async (trx) => {
    const due = await trx
      .selectFrom('job')
      .selectAll()
      .where('due_at', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .orderBy('due_at')
      .orderBy('record_id')
      .limit(limit)
      .$if(store.engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    const leased = due.map((job) => ({
      ...job,
      attempts: job.attempts + 1,
      lease_token: token,
      lease_until: leaseUntil,
    }));
    for (const { org_id, record_id, kind, attempts, lease_token, lease_until } of leased) {
      await trx
        .updateTable('job')
        .set({ attempts, lease_token, lease_until })
        .where('org_id', '=', org_id)
        .where('record_id', '=', record_id)
        .where('kind', '=', kind)
        .execute();
    }
    return leased;
  });
}

/** False when the lease was lost: the result is stale, or another worker's to write. */
export async function finishJob(trx: Trx, orgId: string, { record_id, kind }: JobKey, token: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('job')
    .where('org_id', '=', orgId)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind)
    .where('lease_token', '=', token)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Gives the job back, due at `dueAt`. False when the lease was lost. */
export async function releaseJob(
  trx: Trx,
  orgId: string,
  { record_id, kind }: JobKey,
  token: string,
  dueAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({ due_at: dueAt, lease_token: null, lease_until: null })
    .where('org_id', '=', orgId)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind)
    .where('lease_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
