/** Documents as their versions in force name them: the next draft may have another title, reference or site. */
import type { StoredRecord } from '../../shared/model/record.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import type { Db } from '../store/engine/db.ts';
import { loadLight } from '../store/records/light-records.ts';

/** The same documents in the same order; those without an approved version as they are. */
export async function asInForce(
  db: Db,
  orgId: string,
  documents: readonly StoredRecord[],
): Promise<readonly StoredRecord[]> {
  const approved = documents.filter(({ body }) => typeof body['current_approved_version'] === 'number');
  if (approved.length === 0) return documents;
  const rows = await loadLight(
    db,
    orgId,
    approved.map(({ id }) => id),
    'version',
  );
  const versions = rows.map(({ body }) => JSON.parse(body) as Version); // of its schema
  const current = new Map(versions.filter(({ state }) => state === 'current').map((each) => [each.document_id, each]));
  return documents.map((document) => {
    const version = current.get(document.id);
    if (!version) return document;
    const { title, reference = null, content } = version;
    return { ...document, body: { ...document.body, title, reference, site_id: content['site_id'] ?? null } };
  });
}
