/** The entries of an approved document are those of its approved version. */
import { entryKinds } from '../../shared/resources/entry-kinds.ts';
import { snapshotOf } from '../../shared/resources/document/snapshot.ts';
import { toRecord } from '../commit/record-rows.ts';
import { changesAfter } from '../store/records/changes.ts';
import { loadByDocuments, loadByIds } from '../store/records/records.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { advice, faultOf } from './findings.ts';

const documentsAtOnce = 20;

/** Call once all versions are noted. */
export async function* checkDocuments(context: CheckContext, end: number): AsyncGenerator<void> {
  const { db, orgId } = context;
  const request = { kinds: ['document'], upTo: end, onlyLive: true, limit: documentsAtOnce, maxBytes: 2_000_000 };
  for (let seq = 0, more = true; more;) {
    const page = await changesAfter(db, orgId, seq, request);
    await checkPage(context, page.rows.filter(isFrozen));
    seq = page.rows.at(-1)?.seq ?? seq;
    ({ more } = page);
    yield;
  }
}

async function checkPage(context: CheckContext, documents: readonly RecordTable[]): Promise<void> {
  const { db, orgId, scratch, findings } = context;
  const ids = documents.map(({ id }) => id);
  const entries = await loadByDocuments(db, orgId, ids, entryKinds);
  // Each change of an entry counts as one of its document: unchanged documents were read with their entries.
  const revs = new Map((await loadByIds(db, orgId, ids)).map(({ id, rev }) => [id, rev]));
  for (const document of documents.filter(({ id, rev }) => revs.get(id) === rev)) {
    const own = entries.filter((row) => row.document_id === document.id && row.deleted === 0).map(toRecord);
    const problem = problemOf(document, own);
    if (problem !== null)
      findings.add(faultOf(context, document, problem, { severity: 'warning', advice: advice.shape }));
    const version = approvedVersion(document);
    if (version && !scratch.isVersion(document.id, version.number, version.hash))
      findings.add(faultOf(context, document, `is approved as version ${version.number}, which is not there`));
  }
}

function isFrozen({ body }: RecordTable): boolean {
  try {
    const { status, archived_from_status: before } = JSON.parse(body) as {
      status?: string;
      archived_from_status?: string;
    };
    return status === 'approved' || (status === 'archived' && before === 'approved');
  } catch {
    return false; // reported with the records
  }
}

function approvedVersion(document: RecordTable): { readonly number: number; readonly hash: string } | null {
  const { current_approved_version: number, content_hash: hash } = toRecord(document).body;
  return typeof number === 'number' && typeof hash === 'string' ? { number, hash } : null;
}

function problemOf(document: RecordTable, entries: readonly ReturnType<typeof toRecord>[]): string | null {
  try {
    const { content_hash: hash } = snapshotOf(toRecord(document), (kind) =>
      entries.filter((each) => each.kind === kind),
    );
    const isSame = hash === approvedVersion(document)?.hash;
    return isSame ? null : 'is approved, but its content is not that of its approved version';
  } catch {
    return 'is approved, but its content cannot be read';
  }
}
