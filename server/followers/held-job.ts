/** An export in hand: its record, the lease of its job, and the actions that tell how far it is. */
import { systemActorId } from '../../shared/model/access.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { applyAll, commitBatch, type CommitContext } from '../commit/commit.ts';
import { ExportFailure } from '../export/failure.ts';
import type { ExportRenderer } from '../export/renderer.ts';
import { fileBytes } from '../store/devices/photos.ts';
import { filesInUse } from '../store/records/ended.ts';
import { extendLease } from '../store/queues/jobs.ts';
import type { JobTable } from '../store/tables/tables.ts';

/** Longer than any one file takes. */
export const leaseMs = 5 * 60_000;

/** How long a pack goes on before it says how far it is. */
const tellMs = 2_000;

export interface MakeContext {
  readonly commitContext: CommitContext;
  readonly blobs: BlobStore;
  readonly renderer: ExportRenderer;
  readonly exportBytesByOrganisation: number;
  /** Where everybody reaches the server, for what is printed; null = the settings do not say. */
  readonly publicUrl: string | null;
}

export interface HeldJob {
  readonly organisationId: string;
  /** As it was leased. */
  readonly record: StoredRecord;
  /** Throws ExportFailure where others were made meanwhile and took the room; then nothing is left of the file. */
  complete(made: Made): Promise<void>;
  /** One action on the record, by the server. */
  act(action: string, args: JsonObject): Promise<void>;
  /** Keeps the job for as long again, and tells how far it is. Throws LeaseLostError. */
  hold(progress: { readonly done: number; readonly total: number }): Promise<void>;
}

/** A file that was made and stored. */
export interface Made {
  /** The arguments of `complete`. */
  readonly result: JsonObject;
  /** Bytes that all exports may take with it; null = it was asked for within them, and that is enough. */
  readonly room: number | null;
}

/** Makes the file and stores it. */
export type Maker = (context: MakeContext, job: HeldJob) => Promise<Made>;

export const noRoom = 'The file is larger than the room that is left for the exports of the organisation.';

/** The job ran out of its lease, and another server may have it. */
export class LeaseLostError extends Error {}

export function holdJob({ commitContext, blobs }: MakeContext, job: JobTable, record: StoredRecord): HeldJob {
  const { store, now } = commitContext;
  const actor = { organisationId: job.org_id, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  let expectRev = record.rev;
  let toldAt = now() - tellMs;
  async function act(action: string, args: JsonObject, room: number | null = null): Promise<void> {
    const author = { actor, origin: 'rest', requestId: `export-${job.record_id}` } as const;
    const command = { op: 'act', kind: record.kind, id: record.id, action, args, expectRev } as const;
    const [outcome] = await commitBatch(commitContext, author, async (batch) => {
      if (room !== null && (await fileBytes(batch.tx.trx, job.org_id, 'export')) + Number(args['bytes']) > room)
        throw new ExportFailure('export_too_large', noRoom);
      return await applyAll(batch, [command]);
    });
    expectRev = outcome?.record?.rev ?? expectRev;
  }
  return {
    organisationId: job.org_id,
    record,
    act: (action, args) => act(action, args),
    complete: async ({ result, room }) => {
      try {
        await act('complete', result, room);
      } catch (error) {
        if (!(error instanceof ExportFailure)) throw error;
        const sha256 = String(result['sha256']);
        const used = await filesInUse(store.db, job.org_id, [sha256]);
        if (!used.has(sha256)) await blobs.remove(job.org_id, sha256, Infinity);
        throw error;
      }
    },
    hold: async (progress) => {
      const until = new Date(now() + leaseMs).toISOString();
      const isHeld = await store.transaction((trx) => extendLease(trx, job.org_id, job, job.lease_token ?? '', until));
      if (!isHeld) throw new LeaseLostError('the lease of an export was lost');
      if (now() - toldAt < tellMs) return;
      toldAt = now();
      await act('progress', { ...progress });
    },
  };
}
