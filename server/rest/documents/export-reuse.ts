/**
 * Reuse of exports (contract, Exports, EX21 to EX23): the same file of the same document is rendered once, as long as nothing that it
 * prints has changed since the request.
 */
import { canonicalHash } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import type { WriteTransaction } from '../../store/write.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { readFeed } from '../../store/records/feed.ts';
import { listRecords } from '../../store/records/record-lists.ts';
import { revisionsOf } from '../../store/records/revisions.ts';
import type { RestContext } from '../request/rest-context.ts';

/** A file states when it was printed and which cards had expired by then, so it is not reused for ever. */
const lifeMs = 24 * 3_600_000;

/**
 * One hash over everything that goes into the file (server/followers/export-input.ts): the request, and the revision of each record
 * that it prints. Revisions only rise, so an equal hash means that nothing has changed, not even back and forth.
 */
export async function inputHash(
  { trx, orgId }: WriteTransaction,
  document: StoredRecord,
  asked: JsonObject,
): Promise<string> {
  const { project_id, site_id } = document.body;
  const places = [project_id, site_id].filter((id): id is string => typeof id === 'string');
  const version = asked['document_version'];
  const records = await revisionsOf(trx, orgId, document.id, ['version', 'signoff'], places);
  const feed = await readFeed(trx, orgId);
  // Those of older versions say who is to be briefed again.
  const unprinted = ofKind(records, 'signoff').filter(
    (record) => version !== null && Number(record.version) > Number(version),
  );
  const parts = {
    asked,
    organisation: [feed?.name ?? null, feed?.settings ?? null],
    document: version === null ? { revision: document.rev } : printedOf(document.body),
    records: records.filter((record) => !unprinted.includes(record)).map(({ id, rev }) => [id, rev]),
  };
  return canonicalHash(parts);
}

/** What the file of a frozen version takes from the document itself; edits of the next draft do not matter. */
function printedOf({ reference, document_type, status, review_due_on, project_id, site_id }: JsonObject): JsonObject {
  const archived = status === 'archived';
  return { reference, document_type, archived, review_due_on, project_id, site_id };
}

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
