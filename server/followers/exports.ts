/**
 * Follower: renders queued exports. It leases a job, stores the file under its hash, and completes the export in one commit, which
 * emits `document.exported`. If a worker dies, its lease expires and the job is rendered again.
 */
import { randomUUID } from 'node:crypto';
import { systemActorId, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { commit, type CommitContext } from '../commit/commit.ts';
import { askedBy, printedBy, printedHash } from '../commit/printed.ts';
import { ExportFailure } from '../export/failure.ts';
import type { Renderer } from '../export/renderer.ts';
import type { Log } from '../base/log.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { requireDisk } from '../photos/quota.ts';
import { finishJob, hasDueJob, leaseJobs, releaseJob } from '../store/queues/jobs.ts';
import { loadByIds } from '../store/records/records.ts';
import type { JobTable } from '../store/tables/tables.ts';
import { toRecord } from '../commit/record-rows.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { exportInput } from './export-input.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const leaseMs = 5 * 60_000;
const maxAttempts = 3;
/** Or so often taken without an end: each time the server died, and likely of this job. */
const mostTaken = 6;
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
      if (job.attempts > mostTaken)
        throw new ExportFailure('renderer_died', 'The server ended each time it rendered the export.');
      // Read before what is printed: a change that comes meanwhile makes the file stale, even if it is in it.
      const printed = await printedNow(commitContext, job.org_id, record);
      const input = await exportInput(
        commitContext.store.db,
        job.org_id,
        blobs,
        record,
        new Date(commitContext.now()).toISOString(),
      );
      const file = await context.renderer.render(input);
      requireDisk(await blobs.freeBytes(), file.bytes.byteLength);
      const { sha256, size } = await blobs.put(job.org_id, file.bytes, maxFileBytes);
      await finish('complete', {
        content_hash: input.content_hash,
        pages: file.pages,
        bytes: size,
        sha256,
        signoffs: input.include?.signoffs === false ? 0 : input.signoffs.length,
        printed,
      });
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

/** What the file is going to print, as far as the feed is now. */
async function printedNow(
  { store: { db } }: CommitContext,
  organisationId: string,
  job: StoredRecord,
): Promise<{ readonly hash: string; readonly seq: number }> {
  const [row] = await loadByIds(db, organisationId, [String(job.body['document_id'])]);
  if (!row) throw new Problem('not_found', 'The document is gone.');
  const printed = await printedBy(db, organisationId, toRecord(row));
  return { hash: printedHash(printed, askedBy(job)), seq: printed.feed?.seq ?? 0 };
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
