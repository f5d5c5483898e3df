/**
 * Follower: renders queued exports. It leases a job, stores the file under its hash, and completes the export in one commit, which
 * emits `document.exported`. If a worker dies, its lease expires and the job is rendered again.
 */
import { randomUUID } from 'node:crypto';
import type { Log } from '../base/log.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { toRecord } from '../commit/record-rows.ts';
import { ExportFailure } from '../export/failure.ts';
import { finishJob, hasDueJob, leaseJobs, releaseJob } from '../store/queues/jobs.ts';
import { loadByIds } from '../store/records/records.ts';
import type { JobTable } from '../store/tables/tables.ts';
import { makeDocumentFile } from './export-file.ts';
import { holdJob, LeaseLostError, leaseMs, type MakeContext, type Maker } from './held-job.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';
import { makeProjectFile } from './reports/make.ts';

const maxAttempts = 3;
/** Or so often taken without an end: each time the server died, and likely of this job. */
const mostTaken = 6;
const retryMs = 30_000;
/** Retries and expired leases send no signal, so the queue is polled as well. */
const pollMs = 30_000;

export interface ExportContext extends MakeContext {
  readonly wake: Pick<CommitSignal, 'listen'>;
  readonly log: Log;
  /** Null = only when it is run. Default: 30 seconds. */
  readonly pollMs?: number | null | undefined;
}

/** Exports in hand at once: a light document does not wait until a heavy one is rendered. */
const mostAtOnce = 4;

export function openExportFollower(context: ExportContext): PollLoop {
  const { commitContext } = context;
  const rendering = new Set<Promise<void>>();
  // One after the other is the same order each time.
  const most = context.pollMs === null ? 1 : mostAtOnce;
  const failed = (error: unknown): void => context.log.error({ err: error }, 'the export follower failed');

  /** Rounds only begin to render, so that a commit signal during a long rendering is heeded. */
  async function beginAll(isClosed: () => boolean): Promise<number> {
    let begun = 0;
    while (!isClosed() && rendering.size < most && (await hasDueJob(commitContext.store.db, nowIso()))) {
      const [job] = await lease();
      if (!job) break; // another server holds it
      begin(job);
      begun += 1;
    }
    return begun;
  }

  function begin(job: JobTable): void {
    context.renderer.warmUp();
    const done = render(context, job)
      .catch(failed)
      .finally(() => {
        rendering.delete(done);
        loop.run().catch(failed);
      });
    rendering.add(done);
  }

  function nowIso(): string {
    return new Date(commitContext.now()).toISOString();
  }

  function lease(): Promise<JobTable[]> {
    const until = new Date(commitContext.now() + leaseMs).toISOString();
    return leaseJobs(commitContext.store, {
      now: nowIso(),
      token: randomUUID(), // not from the record ids, which a replayed day must reproduce
      leaseUntil: until,
      limit: 1,
    });
  }

  const loop = openPollLoop({
    round: beginAll,
    everyMs: context.pollMs === undefined ? pollMs : context.pollMs,
    wake: context.wake,
    failed,
  });
  return {
    /** Until nothing is due and nothing is being rendered. */
    run: async () => {
      let begun = 0;
      for (;;) {
        const now = await loop.run();
        begun += now;
        if (now === 0 && rendering.size === 0) return begun;
        await Promise.all(rendering);
      }
    },
    close: async () => {
      await loop.close();
      await Promise.all(rendering);
    },
  };
}

/** By the kind of the record: how its file is made. */
const makers: Readonly<Record<string, Maker>> = { export: makeDocumentFile, project_export: makeProjectFile };

async function render(context: ExportContext, job: JobTable): Promise<void> {
  const { commitContext, log } = context;
  const [row] = await loadByIds(commitContext.store.db, job.org_id, [job.record_id]);
  const make = row && makers[row.kind];
  if (row && make && row.status === 'queued') {
    const held = holdJob(context, job, toRecord(row));
    try {
      if (job.attempts > mostTaken)
        throw new ExportFailure('renderer_died', 'The server ended each time it rendered the export.');
      await held.complete(await make(context, held));
    } catch (error) {
      if (error instanceof LeaseLostError) return; // the server that took it over makes the file
      if (error instanceof ExportFailure && error.code === 'renderer_closed') return; // the next start renders it
      log.warn({ err: error, export: job.record_id, attempt: job.attempts }, 'an export could not be rendered');
      const hopeless = error instanceof ExportFailure && !error.retryable;
      if (!hopeless && job.attempts < maxAttempts) return await putBack(context, job);
      const code = error instanceof ExportFailure ? error.code : 'export_failed';
      const message =
        error instanceof ExportFailure && code === 'export_too_large' ? error.message : 'The file could not be made.';
      await held.act('fail', { code, message, retryable: !hopeless });
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
