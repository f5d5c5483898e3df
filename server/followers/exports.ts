/**
 * Follower: renders queued exports. It leases a job, stores the file under its hash, and completes the export in one commit, which
 * emits `document.exported`. If a worker dies, its lease expires and the job is rendered again.
 */
import { randomUUID } from 'node:crypto';
import { systemActorId, type Actor } from '../../shared/model/access.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { commit, type CommitContext } from '../commit/commit.ts';
import { ExportFailure } from '../export/failure.ts';
import type { Renderer } from '../export/renderer.ts';
import type { Log } from '../base/log.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { finishJob, hasDueJob, leaseJobs, releaseJob } from '../store/queues/jobs.ts';
import { loadByIds } from '../store/records/records.ts';
import type { JobTable } from '../store/tables/tables.ts';
import { toRecord } from '../commit/record-rows.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { exportInput } from './export-input.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const leaseMs = 5 * 60_000;
const maxAttempts = 3;
const retryMs = 30_000;
const maxFileBytes = 256 * 1024 * 1024;
/** Retries and expired leases send no signal, so the queue is polled as well. */
const pollMs = 30_000;

export interface ExportContext {
  readonly commitContext: CommitContext;
  readonly blobs: BlobStore;
  readonly renderer: Renderer;
  readonly wake: Pick<CommitSignal, 'listen'>;
  readonly log: Log;
  /** Default: 30 seconds. */
  readonly pollMs?: number;
}

export function openExportFollower(context: ExportContext): PollLoop {
  const { commitContext } = context;

  async function takeAll(isClosed: () => boolean): Promise<number> {
    let taken = 0;
    while (!isClosed() && (await hasDueJob(commitContext.store.db, new Date(commitContext.now()).toISOString()))) {
      const jobs = await lease();
      if (jobs.length === 0) break; // another server holds them
      for (const job of jobs) await render(context, job);
      taken += jobs.length;
    }
    return taken;
  }

  function lease(): Promise<JobTable[]> {
    const now = commitContext.now();
    const until = new Date(now + leaseMs).toISOString();
    return leaseJobs(commitContext.store, {
      now: new Date(now).toISOString(),
      token: randomUUID(), // not from the record ids, which a replayed day must reproduce
      leaseUntil: until,
      limit: 1,
    });
  }

  return openPollLoop({
    round: takeAll,
    everyMs: context.pollMs ?? pollMs,
    wake: context.wake,
    failed: (error) => context.log.error({ err: error }, 'the export follower failed'),
  });
}

async function render(context: ExportContext, job: JobTable): Promise<void> {
  const { commitContext, blobs, log } = context;
  const [row] = await loadByIds(commitContext.store.db, job.org_id, [job.record_id]);
  if (row && row.status === 'queued') {
    const record = toRecord(row);
    const finish = (action: string, args: JsonObject) =>
      commit(commitContext, { actor: systemActor(job.org_id), origin: 'rest', requestId: `export-${job.record_id}` }, [
        { op: 'act', kind: 'export', id: record.id, action, args, expectRev: record.rev },
      ]);
    try {
      const input = await exportInput(
        commitContext.store.db,
        job.org_id,
        record,
        new Date(commitContext.now()).toISOString(),
      );
      const file = await context.renderer.render(input);
      const { sha256, size } = await blobs.put(job.org_id, file.bytes, maxFileBytes);
      await finish('complete', { content_hash: input.content_hash, pages: file.pages, bytes: size, sha256 });
    } catch (error) {
      if (error instanceof ExportFailure && error.code === 'renderer_closed') return; // the next start renders it
      log.warn({ err: error, export: job.record_id, attempt: job.attempts }, 'an export could not be rendered');
      const hopeless = error instanceof ExportFailure && !error.retryable;
      if (!hopeless && job.attempts < maxAttempts) return await putBack(context, job);
      const code = error instanceof ExportFailure ? error.code : 'export_failed';
      await finish('fail', { code, message: 'The document could not be rendered.', retryable: !hopeless });
    }
  }
  await commitContext.store.transaction((trx) =>
    finishJob(trx, job.org_id, { record_id: job.record_id, kind: job.kind }, job.lease_token ?? ''),
  );
}

async function putBack({ commitContext }: ExportContext, job: JobTable): Promise<void> {
  const due = new Date(commitContext.now() + retryMs).toISOString();
  await commitContext.store.transaction((trx) =>
    releaseJob(trx, job.org_id, { record_id: job.record_id, kind: job.kind }, job.lease_token ?? '', due),
  );
}

function systemActor(organisationId: string): Actor {
  return { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' };
}
