/** Documents whose exports follow the feed: those that have a file, and those that are to have one always (contract, Exports). */
import { preparedRows } from '../engine/prepared.ts';

const followed: readonly string[] = ['export', 'standing_export'];

/** All of them. */
export const documentsWithExports = preparedRows((db, orgId: string) =>
  db
    .selectFrom('record')
    .select('document_id as id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('kind', 'in', followed)
    .where('deleted', '=', 0)
    .where('document_id', 'is not', null),
);

/** Those of them about which something changed after this position: their own records, their project or their site. */
export const changedDocumentsWithExports = preparedRows((db, orgId: string, seq: number) => {
  const changed = db.selectFrom('record as changed').where('changed.org_id', '=', orgId).where('changed.seq', '>', seq);
  const around = changed
    .innerJoin('record as document', 'document.org_id', 'changed.org_id')
    .where('document.kind', '=', 'document')
    .select('document.id');
  return db
    .selectFrom('record')
    .select('document_id as id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('kind', 'in', followed)
    .where('deleted', '=', 0)
    .where(
      'document_id',
      'in',
      changed
        // A document belongs to none, but is one.
        .select(({ fn }) => fn.coalesce('changed.document_id', 'changed.id').as('id'))
        .union(around.where('changed.kind', '=', 'project').whereRef('document.project_id', '=', 'changed.id'))
        .union(around.where('changed.kind', '=', 'site').whereRef('document.site_id', '=', 'changed.id')),
    );
});
