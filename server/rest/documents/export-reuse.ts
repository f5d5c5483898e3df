/**
 * Reuse of exports (contract, Exports, EX21 to EX23): the same file of the same document is rendered once, as long as nothing that it
 * prints has changed since the request.
 */
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { WriteTransaction } from '../../store/write.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { listRecords } from '../../store/records/record-lists.ts';
import type { RestContext } from '../request/rest-context.ts';

/** A file states when it was printed and which cards had expired by then, so it is not reused for ever. */
const lifeMs = 24 * 3_600_000;

/** The export that the same request created earlier: queued, or completed recently and with its file still in the store, undamaged. */
export async function reusableExport(
  { trx, orgId }: WriteTransaction,
  context: RestContext,
  documentId: string,
  hash: string,
): Promise<StoredRecord | undefined> {
  const { rows } = await listRecords(trx, orgId, {
    kind: 'export',
    filters: { document_id: documentId, status: ['queued', 'completed'] },
    order: 'created_at desc',
    page: 1,
    perPage: 50,
  });
  const since = new Date(context.commitContext.now() - lifeMs).toISOString();
  for (const record of rows.map(toRecord)) {
    const { input_hash, status, completed_at, sha256 } = record.body;
    if (input_hash !== hash) continue;
    if (status === 'queued') return record;
    const file = String(sha256).replace('sha256:', '');
    if (String(completed_at) >= since && (await context.blobs.look(orgId, file)) === 'sound') return record;
  }
  return undefined;
}
