/** Documents whose exports follow the feed: those that have a file, and those that are to have one always (contract, Exports). */
import { preparedRows } from '../engine/prepared.ts';

export const followedKinds: readonly string[] = ['export', 'standing_export'];

/** One of them, if there is any. */
export const hasExports = preparedRows((db, orgId: string) =>
  db
    .selectFrom('record')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', 'in', followedKinds)
    .where('deleted', '=', 0)
    .limit(1),
);

/** All of them, some more than once. */
export const documentsWithExports = preparedRows((db, orgId: string) =>
  db
    .selectFrom('record')
    .select('document_id as id')
    .where('org_id', '=', orgId)
    .where('kind', 'in', followedKinds)
    .where('deleted', '=', 0),
);

/**
 * Those of them about which something changed after this position: their own records, their project, their site, or photos that
 * they may name: of their site or of another of their project. Each side of the unions has an index of its own, which is used as long
 * as nothing asks for distinct rows: sorting them reads all records (107 ms for 10,000 instead of 22).
 */
export const changedDocumentsWithExports = preparedRows((db, orgId: string, seq: number) => {
  const changed = db.selectFrom('record').where('org_id', '=', orgId).where('seq', '>', seq);
  const sites = changed
    .where('kind', '=', 'site')
    .select('id')
    .unionAll(changed.where('kind', '=', 'photo').select(({ fn }) => fn.coalesce('site_id', 'id').as('id')));
  // A photo may be named by any document of the project, and a site that comes to the project brings its photos.
  const projects = db.selectFrom('record').where('org_id', '=', orgId).where('id', 'in', sites).select('project_id');
  const documents = db.selectFrom('record').where('org_id', '=', orgId).where('kind', '=', 'document').select('id');
  return db
    .selectFrom('record')
    .select('document_id as id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('kind', 'in', followedKinds)
    .where('deleted', '=', 0)
    .where(
      'document_id',
      'in',
      changed
        // A document belongs to none, but is one.
        .select(({ fn }) => fn.coalesce('document_id', 'id').as('id'))
        .unionAll(documents.where('project_id', 'in', changed.where('kind', '=', 'project').select('id')))
        .unionAll(documents.where('project_id', 'in', projects))
        .unionAll(documents.where('site_id', 'in', sites)),
    );
});
