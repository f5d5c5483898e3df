/** Organisations: one feed row each. Only `write` advances their sequence and clock. */
import { sql } from 'kysely';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { FeedTable } from '../tables/tables.ts';
import { noHistory } from './audit.ts';

export type NewOrganisation = Pick<FeedTable, 'org_id' | 'name' | 'settings' | 'created_at' | 'record_schema'>;

export const createOrganisation = preparedChange((db, organisation: NewOrganisation) =>
  db.insertInto('feed').values({
    ...organisation,
    seq: 0,
    order_ms: 0,
    wall_ms: 0,
    clock_accepted: 0,
    clock_doubted_ms: null,
    head: noHistory,
    events_until: 0,
    record_bytes: 0,
    details: '{}',
    revision: 1,
    revision_floor: 0,
    updated_at: null,
  }),
);

export const readFeed = preparedFirst((db, orgId: string) =>
  db.selectFrom('feed').selectAll().where('org_id', '=', orgId),
);

/** Two processes may start on an empty store at the same time: the second waits, and then finds the organisation that the first made. */
export async function lockOrganisations(trx: Trx): Promise<void> {
  if (engineOf(trx) === 'postgres') await lockFirstStart(trx);
}
const lockFirstStart = preparedRows(() => sql`select pg_advisory_xact_lock(hashtext('first start'))`);

/** Oldest first. */
export const listOrganisations = preparedRows((db) =>
  db.selectFrom('feed').selectAll().orderBy('created_at').orderBy('org_id'),
);

/** How far each feed is: its last sequence number, and how often name, details and settings have changed. */
export const listFeedEnds = preparedRows((db) => db.selectFrom('feed').select(['org_id', 'seq', 'revision']));

/** How far the clocks of all organisations have come; null = there is no organisation. */
export const readClocks = preparedFirst((db) =>
  db
    .selectFrom('feed')
    .select(({ fn }) => [
      fn.max<number | null>('order_ms').as('order_ms'),
      fn.max<number | null>('wall_ms').as('wall_ms'),
      fn.max<number | null>('clock_accepted').as('clock_accepted'),
      fn.min<number | null>('clock_doubted_ms').as('clock_doubted_ms'),
    ]),
);

/** Nothing is deleted by age then. */
export async function isTimeDoubted(db: Db): Promise<boolean> {
  return ((await readClocks(db))?.clock_doubted_ms ?? null) !== null;
}

/** @param sinceMs the last write that is believed, in ms since 1970; null = the clock is right */
export const doubtClock = preparedChange((db, sinceMs: number | null) =>
  db.updateTable('feed').set({ clock_doubted_ms: sinceMs }),
);

export const updateSettings = preparedChange(
  (db, orgId: string, changes: Partial<Pick<FeedTable, 'name' | 'details' | 'settings' | 'revision' | 'updated_at'>>) =>
    db.updateTable('feed').set(changes).where('org_id', '=', orgId),
);

/**
 * As many numbers a restore leaves unused: more than a server writes between a backup and its loss, and few enough that a sequence still
 * fits in 32 bits.
 */
export const skippedByRestore = 10_000_000;

/**
 * Leaves unused what the lost history may have used: numbers of the sequence, and revisions, which tell a tag of that history from one of
 * this. `floor` = the time in seconds: no record is changed so often that it counts further.
 */
export const beginHistory = preparedChange((db, orgId: string, floor: number) =>
  db
    .updateTable('feed')
    .set((eb) => ({ seq: eb('seq', '+', skippedByRestore), revision_floor: floor }))
    .where('org_id', '=', orgId),
);

/** The next revision of a row of a table that has an organisation: none that a lost history may have used. */
export const nextRevision = (table: 'webhook' | 'mirror') => sql<number>`(
  select case when ${sql.ref(`${table}.revision`)} < feed.revision_floor then feed.revision_floor
    else ${sql.ref(`${table}.revision`)} + 1 end
  from feed where feed.org_id = ${sql.ref(`${table}.org_id`)})`;

/** Records that all records of the organisation now have this schema. */
export const setRecordSchema = preparedChange((db, orgId: string, schema: number) =>
  db.updateTable('feed').set({ record_schema: schema }).where('org_id', '=', orgId),
);
