/** What the records of an organisation may take (contract, Security, HR56): counted in the transaction of each change. */
import { Buffer } from 'node:buffer';
import { systemActorId } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { RecordRow } from './record-rows.ts';

/** Seconds; a device waits that long and tries again. */
const retryAfter = 600;

type Sized = Pick<RecordRow, 'id' | 'body' | 'deleted'>;

/**
 * Throws `unavailable` if the change would take the records beyond the quota, so that a device keeps what it has and waits. What makes them
 * smaller passes, and so does what the server does itself.
 */
export function countRecordBytes(
  tx: WriteTransaction,
  rows: readonly Sized[],
  before: (id: string) => Sized | undefined,
  { maxBytes, actorId }: { readonly maxBytes: number; readonly actorId: string },
): void {
  const more = rows.reduce((sum, row) => sum + bytesOf(row) - bytesOf(before(row.id)), 0);
  const used = tx.addRecordBytes(more);
  if (more <= 0 || used <= maxBytes || actorId === systemActorId) return;
  throw new Problem(
    'unavailable',
    `The records of the organisation may take ${maxBytes} bytes, and this change goes beyond. Nothing was changed, and what waits on a device stays there. Remove what is not needed, or have the operator raise RECORD_BYTES_PER_ORGANISATION.`,
    { members: { quota_bytes: maxBytes, retry_after: retryAfter } },
  );
}

/** A tombstone counts nothing. */
function bytesOf(row: Sized | undefined): number {
  return row === undefined || row.deleted === 1 ? 0 : Buffer.byteLength(row.body);
}
