/** Queued work on records (an export to render), leased like deliveries. A finished job is deleted; the record holds the result. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { overwrite } from '../engine/clauses.ts';
import { preparedChange, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import type { JobTable, Tables } from '../tables/tables.ts';
import { leaseRows, type LeaseRequest } from './leases.ts';

export type NewJob = Pick<JobTable, 'record_id' | 'kind' | 'due_at'>;
export type JobKey = Pick<JobTable, 'record_id' | 'kind'>;

/** Queueing a job again while it waits or runs restarts it: a running worker loses its lease, and its stale result is discarded. */
export async function insertJobs(trx: Trx, orgId: string, jobs: readonly NewJob[]): Promise<void> {
  await upsertJobs(trx, jobs, orgId);
}
const upsertJobs = preparedForEach((db, jobs: readonly NewJob[], orgId: string) =>
  db
    .insertInto('job')
    .values(jobs.map((job) => ({ ...job, org_id: orgId, attempts: 0, lease_token: null, lease_until: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'record_id', 'kind'])
        .doUpdateSet(overwrite(['due_at', 'attempts', 'lease_token', 'lease_until'] as const)),
    ),
);

/** Read-only: usually nothing is due, and then no lock is taken. */
export async function hasDueJob(db: Db, now: string): Promise<boolean> {
  return (await dueJobs(db, now, 1, false)).length > 0;
}

export function leaseJobs(store: Store, request: LeaseRequest): Promise<JobTable[]> {
  return leaseRows(store, request, dueJobs, (trx, job, lease) => setLease(trx, { ...job, ...lease }));
}

const dueJobs = preparedRows((db, now: string, limit: number, forUpdate: boolean) => {
  const query = db
    .selectFrom('job')
    .selectAll()
    .where((job) => isDue(job, now))
    .orderBy('due_at')
    .orderBy('record_id')
    .limit(limit);
  return forUpdate && engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query;
});

function isDue(eb: ExpressionBuilder<Pick<Tables, 'job'>, 'job'>, now: string): Expression<SqlBool> {
  return eb.and([eb('due_at', '<=', now), eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)])]);
}

const setLease = preparedChange((db, { org_id, record_id, kind, attempts, lease_token, lease_until }: JobTable) =>
  db
    .updateTable('job')
    .set({ attempts, lease_token, lease_until })
    .where('org_id', '=', org_id)
    .where('record_id', '=', record_id)
    .where('kind', '=', kind),
);

/** The lease is still that of the worker. */
function isHeld(
  eb: ExpressionBuilder<Pick<Tables, 'job'>, 'job'>,
  orgId: string,
  recordId: string,
  kind: string,
  token: string,
): Expression<SqlBool> {
  return eb.and({ org_id: orgId, record_id: recordId, kind, lease_token: token });
}

/** False if the lease was lost: the result is stale, or another worker writes it. */
export async function finishJob(trx: Trx, orgId: string, { record_id, kind }: JobKey, token: string): Promise<boolean> {
  return (await deleteLeased(trx, orgId, record_id, kind, token)) > 0;
}
const deleteLeased = preparedChange((db, orgId: string, recordId: string, kind: string, token: string) =>
  db.deleteFrom('job').where((job) => isHeld(job, orgId, recordId, kind, token)),
);

/** Returns the job to the queue, due at `dueAt`. False if the lease was lost. */
export async function releaseJob(
  trx: Trx,
  orgId: string,
  { record_id, kind }: JobKey,
  token: string,
  dueAt: string,
): Promise<boolean> {
  return (await release(trx, orgId, record_id, kind, token, dueAt)) > 0;
}
const release = preparedChange((db, orgId: string, recordId: string, kind: string, token: string, dueAt: string) =>
  db
    .updateTable('job')
    .set({ due_at: dueAt, lease_token: null, lease_until: null })
    .where((job) => isHeld(job, orgId, recordId, kind, token)),
);

/** Holds the job for longer. False if the lease was lost. */
export async function extendLease(
  trx: Trx,
  orgId: string,
  { record_id, kind }: JobKey,
  token: string,
  until: string,
): Promise<boolean> {
  return (await extend(trx, orgId, record_id, kind, token, until)) > 0;
}
const extend = preparedChange((db, orgId: string, recordId: string, kind: string, token: string, until: string) =>
  db
    .updateTable('job')
    .set({ lease_until: until })
    .where((job) => isHeld(job, orgId, recordId, kind, token)),
);
