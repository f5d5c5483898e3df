/** The sites of a project. */
import { preparedRows } from '../engine/prepared.ts';

/** Oldest first. */
export const siteIdsOf = preparedRows((db, orgId: string, projectId: string) =>
  db
    .selectFrom('record')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'site')
    .where('project_id', '=', projectId)
    .where('deleted', '=', 0)
    .orderBy('created_at')
    .orderBy('id'),
);
