/** Finds approved versions by the beginning of their content's hash, in every organisation: for the public check page. */
import { preparedRows } from '../engine/prepared.ts';

/** At most ten. `from` and `until` bound the hash, as texts. */
export const versionsByHash = preparedRows((db, from: string, until: string) =>
  db
    .selectFrom('feed')
    .innerJoin('record', 'record.org_id', 'feed.org_id')
    .select([
      'feed.org_id',
      'feed.name as organisation',
      'feed.settings',
      'feed.details',
      'record.document_id',
      'record.id',
      'record.body',
    ])
    .where('record.digest', 'is not', null)
    .where('record.digest', '>=', from)
    .where('record.digest', '<=', until)
    .where('record.kind', '=', 'version')
    .where('record.deleted', '=', 0)
    .orderBy('record.created_at', 'desc')
    .orderBy('record.id')
    .limit(10),
);
