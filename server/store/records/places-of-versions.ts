/** The sites and projects that versions name in their frozen content: the draft may name others. */
import { sql, type RawBuilder } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import { followedKinds } from './followed-exports.ts';

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

/** Versions in force of documents of a project, or in force again once their document is restored. */
export const versionsInForceAt = preparedRows((db, orgId: string, projectId: string, siteId: string) =>
  db
    .selectFrom('record')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('scope', '=', projectId)
    .where('kind', '=', 'version')
    .where('status', '=', 'current')
    .where('deleted', '=', 0)
    .where(named(db, 'site_id'), '=', siteId),
);

/**
 * Documents with files of a version in force whose own site changed after this position, or photos there, while the draft that follows it
 * may be for another site. A photo belongs to a site; a site to itself. It begins with the few that changed; of documents without such a
 * draft, and of their project, which is that of the version (LC7), the document itself says where it is.
 */
export const documentsOfVersionsChangedAt = preparedRows((db, orgId: string, seq: number) => {
  const withFiles = db
    .selectFrom('record')
    .select('document_id')
    .where('org_id', '=', orgId)
    .where('kind', 'in', followedKinds)
    .where('deleted', '=', 0);
  return db
    .selectFrom('record as changed')
    .innerJoin('record as draft', 'draft.org_id', 'changed.org_id')
    .innerJoin('record as version', (join) =>
      join.onRef('version.org_id', '=', 'draft.org_id').onRef('version.document_id', '=', 'draft.id'),
    )
    .select('draft.id')
    .distinct()
    .where('changed.org_id', '=', orgId)
    .where('changed.seq', '>', seq)
    .where('changed.kind', 'in', ['site', 'photo'])
    .where('draft.kind', '=', 'document')
    .where('draft.id', 'in', withFiles)
    .where('draft.status', 'not in', ['approved', 'archived'])
    .where('draft.deleted', '=', 0)
    .where('version.kind', '=', 'version')
    .where('version.status', '=', 'current')
    .where('version.deleted', '=', 0)
    .where(({ eb, fn }) => eb(named(db, 'site_id', 'version'), '=', fn.coalesce('changed.site_id', 'changed.id')));
});

function named(db: Db, field: 'site_id' | 'project_id', table?: string): RawBuilder<string | null> {
  const body = sql.ref(table === undefined ? 'body' : `${table}.body`);
  return engineOf(db) === 'sqlite'
    ? sql<string | null>`json_extract(${body}, ${sql.lit(`$.content.${field}`)})`
    : sql<string | null>`${body}::jsonb #>> ${sql.lit(`{content,${field}}`)}`;
}
