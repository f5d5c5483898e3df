/** The sites and projects that versions name in their frozen content: the draft may name others. */
import { sql, type RawBuilder } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Of one document. */
export const placesOfVersions = preparedRows((db, orgId: string, documentId: string) =>
  db
    .selectFrom('record')
    .select(['version', named(db, 'site_id').as('site_id'), named(db, 'project_id').as('project_id')])
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
      archived
        .selectFrom('record')
        .select('id')
        .where('org_id', '=', orgId)
        .where('kind', '=', 'document')
        .where('status', '=', 'archived'),
    )
    .where(named(db, 'site_id'), '=', siteId),
);

function named(db: Db, field: 'site_id' | 'project_id'): RawBuilder<string | null> {
  return engineOf(db) === 'sqlite'
    ? sql<string | null>`json_extract(body, ${sql.lit(`$.content.${field}`)})`
    : sql<string | null>`body::jsonb #>> ${sql.lit(`{content,${field}}`)}`;
}
