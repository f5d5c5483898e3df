/** Records for the tests: made inside of a write, with the place and time that it gives them. */
import { randomUUID } from 'node:crypto';
import { upsert } from '../../server/store/records/records.ts';
import type { Owned } from '../../server/store/tables/rows.ts';
import type { Store } from '../../server/store/store.ts';
import type { RecordTable } from '../../server/store/tables/tables.ts';
import type { WriteTransaction } from '../../server/store/write.ts';

/** A record with the next place and time of the write. */
export function recordIn(tx: WriteTransaction, given: Partial<Owned<RecordTable>> = {}): Owned<RecordTable> {
  const at = tx.nextStamp();
  return {
    id: randomUUID(),
    kind: 'hazard',
    seq: tx.nextSeq(),
    rev: 1,
    deleted: 0,
    project_id: null,
    site_id: null,
    document_id: null,
    status: null,
    type: null,
    version: null,
    sort_key: null,
    digest: null,
    created_at: at,
    updated_at: at,
    created_by: 'maker',
    updated_by: 'maker',
    sent_by: null,
    origin_hash: 'sha256:0',
    body: '{}',
    scope: '',
    contractor_id: null,
    ...given,
  };
}

/** Writes one record an entry, in one write, and answers with the rows. */
export async function writeRecords(
  store: Store,
  orgId: string,
  given: readonly Partial<Owned<RecordTable>>[],
): Promise<Owned<RecordTable>[]> {
  return store.write(orgId, Date.now, async (tx) => {
    const rows = given.map((fields) => recordIn(tx, fields));
    await upsert(tx.trx, orgId, rows);
    return rows;
  });
}
