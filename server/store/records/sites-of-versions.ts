/** The site that each version of a document names in its frozen content: the draft may name another. */
import { sql } from 'kysely';
import { engineOf } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

export const sitesOfVersions = preparedRows((db, orgId: string, documentId: string) =>
  db
    .selectFrom('record')
    .select([
      'version',
      (engineOf(db) === 'sqlite'
        ? sql<string | null>`json_extract(body, '$.content.site_id')`
        : sql<string | null>`body::jsonb #>> '{content,site_id}'`
      ).as('site_id'),
    ])
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'version')
    .where('deleted', '=', 0),
);
