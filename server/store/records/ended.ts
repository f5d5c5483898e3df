/** What the retention of records needs: those that have ended, and the files that others still use. */
import { readDetails } from '../../../shared/model/organisation.ts';
import { readFeed } from './feed.ts';
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import { engineOf, type Db } from '../engine/db.ts';
import { kindsWithFile } from '../devices/photos.ts';
import { preparedRows } from '../engine/prepared.ts';

/** Up to `limit` records of the kind with one of these statuses (undefined = any), unchanged since before `before` (RFC 3339). */
export const endedRecords = preparedRows(
  (db, orgId: string, kind: string, statuses: readonly string[] | undefined, before: string, limit: number) => {
    const query = db
      .selectFrom('record')
      .select(['id', 'body'])
      .where('org_id', '=', orgId)
      .where('kind', '=', kind)
      .where('deleted', '=', 0)
      .where('updated_at', '<', before)
      .limit(limit);
    return statuses === undefined ? query : query.where('status', 'in', anyOf(statuses));
  },
);

/**
 * Up to `limit` renderings that nobody requested (the server followed a standing export), unchanged since before `before` (RFC 3339), of
 * which there is a newer one. What somebody requested replaces none: it may have other options.
 */
export const replacedRenderings = preparedRows((db, orgId: string, before: string, limit: number) => {
  const triggerOf = (body: string) => {
    const column = sql.ref(body);
    return engineOf(db) === 'sqlite' ? sql`${column} ->> 'trigger'` : sql`${column}::json ->> 'trigger'`;
  };
  return db
    .selectFrom('record as old')
    .select(['old.id', 'old.body'])
    .where('old.org_id', '=', orgId)
    .where('old.kind', '=', 'export')
    .where('old.status', 'in', ['completed', 'failed'])
    .where('old.deleted', '=', 0)
    .where('old.updated_at', '<', before)
    .where(triggerOf('old.body'), '=', 'reconciled')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('record as newer')
          .select('newer.id')
          .whereRef('newer.org_id', '=', 'old.org_id')
          .whereRef('newer.document_id', '=', 'old.document_id')
          .where('newer.kind', '=', 'export')
          .where('newer.status', '=', 'completed')
          .where('newer.deleted', '=', 0)
          .where(triggerOf('newer.body'), '=', 'reconciled')
          .whereRef('newer.type', '=', 'old.type')
          .whereRef('newer.created_at', '>', 'old.created_at')
          // Both are of the draft, or both of a version.
          .where(sql<boolean>`(newer.version is null) = (old.version is null)`),
      ),
    )
    .limit(limit);
});

/**
 * Which of these files, by their SHA-256, somebody needs: a record of any kind other than these, the logo, or a device that sent it and whose
 * command is still to come. An export may be uploaded as a sheet, so that files of different kinds are the same.
 */
export async function filesInUse(
  db: Db,
  orgId: string,
  hashes: readonly string[],
  except: readonly string[] = [],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = [
    ...(await rowsWithFile(db, orgId, Object.values(kindsWithFile).flat(), hashes, except)),
    ...(await sentWithFile(db, orgId, hashes)),
  ];
  const logo = readDetails((await readFeed(db, orgId))?.details ?? '{}').logo?.sha256;
  return new Set([...rows.map(({ sha256 }) => sha256), ...(logo === undefined ? [] : [logo])]);
}

const sentWithFile = preparedRows((db, orgId: string, hashes: readonly string[]) => {
  const sha256 = engineOf(db) === 'sqlite' ? sql<string>`photo ->> 'sha256'` : sql<string>`photo::json ->> 'sha256'`;
  return db
    .selectFrom('sent_file')
    .select(sha256.as('sha256'))
    .where('org_id', '=', orgId)
    .where(sha256, 'in', anyOf(hashes));
});

const rowsWithFile = preparedRows(
  (db, orgId: string, kinds: readonly string[], hashes: readonly string[], except: readonly string[]) => {
    const sha256 = engineOf(db) === 'sqlite' ? sql<string>`body ->> 'sha256'` : sql<string>`body::json ->> 'sha256'`;
    return db
      .selectFrom('record')
      .select(sha256.as('sha256'))
      .where('org_id', '=', orgId)
      .where('kind', 'in', anyOf(kinds))
      .where('deleted', '=', 0)
      .where(sha256, 'in', anyOf(hashes))
      .$if(except.length > 0, (query) => query.where('id', 'not in', except));
  },
);
