/** What the retention of records needs: those that have ended, and the files that others still use. */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Up to `limit` records of the kind with one of these statuses, unchanged since before `before` (RFC 3339). */
export const endedRecords = preparedRows(
  (db, orgId: string, kind: string, statuses: readonly string[], before: string, limit: number) =>
    db
      .selectFrom('record')
      .select(['id', 'body'])
      .where('org_id', '=', orgId)
      .where('kind', '=', kind)
      .where('status', 'in', anyOf(statuses))
      .where('deleted', '=', 0)
      .where('updated_at', '<', before)
      .limit(limit),
);

/** Which of these files, by their SHA-256, a record of the kind names that was changed at or after `since` (RFC 3339). */
export async function filesInUse(
  db: Db,
  orgId: string,
  kind: 'photo' | 'export',
  hashes: readonly string[],
  since = '',
): Promise<Set<string>> {
  const rows = hashes.length === 0 ? [] : await rowsWithFile(db, orgId, kind, hashes, since);
  return new Set(rows.map(({ sha256 }) => sha256));
}

const rowsWithFile = preparedRows((db, orgId: string, kind: string, hashes: readonly string[], since: string) => {
  const sha256 = engineOf(db) === 'sqlite' ? sql<string>`body ->> 'sha256'` : sql<string>`body::json ->> 'sha256'`;
  return db
    .selectFrom('record')
    .select(sha256.as('sha256'))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('deleted', '=', 0)
    .where('updated_at', '>=', since)
    .where(sha256, 'in', anyOf(hashes));
});
