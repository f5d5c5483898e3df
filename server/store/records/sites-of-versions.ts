/** The sites that versions name in their frozen content: the draft may name another. */
import { sql, type RawBuilder } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Of one document. */
export const sitesOfVersions = preparedRows((db, orgId: string, documentId: string) =>
  db
    .selectFrom('record')
    .select(['version', siteNamed(db).as('site_id')])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'version')
    .where('deleted', '=', 0),
);

/** Versions in force of documents of a project that are not archived. */
export const versionsInForceAt = preparedRows((db, orgId: string, projectId: string, siteId: string) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('scope', '=', projectId)
    .where('kind', '=', 'version')
    .where('status', '=', 'current')
    .where('deleted', '=', 0)
    .where('document_id', 'not in', (archived) =>
      archived.selectFrom('record').select('id').where('org_id', '=', orgId).where('status', '=', 'archived'),
    )
    .where(siteNamed(db), '=', siteId),
);

function siteNamed(db: Db): RawBuilder<string | null> {
  return engineOf(db) === 'sqlite'
    ? sql<string | null>`json_extract(body, '$.content.site_id')`
    : sql<string | null>`body::jsonb #>> '{content,site_id}'`;
}
