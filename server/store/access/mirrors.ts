/** Mirrors as people set them up. A deleted one is gone: the audit log says that it was there. */
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import { nextRevision } from '../records/feed.ts';
import type { MirrorTable } from '../tables/mirrors.ts';

/** A mirror that nothing was written to yet. */
const untouched = {
  revision: 1,
  withdrawn_at: null,
  phase: 'waiting',
  resync: 0,
  seq: 0,
  documents_written: 0,
  overruled: 0,
  overruled_id: null,
  overruled_at: null,
  left_out: 0,
  left_out_id: null,
  left_out_at: null,
  kept: 0,
  kept_ids: '[]',
  failures: 0,
  failure: null,
  failed_at: null,
  last_success_at: null,
  lease_token: null,
  lease_until: null,
} satisfies Partial<MirrorTable>;

export type NewMirror = Omit<MirrorTable, keyof typeof untouched | 'org_id'>;

/** Returns the row as stored. */
export async function insertMirror(trx: Trx, orgId: string, mirror: NewMirror): Promise<MirrorTable> {
  const row = { ...untouched, ...mirror, org_id: orgId };
  await insertRow(trx, row);
  return row;
}
const insertRow = preparedChange((db, row: MirrorTable) => db.insertInto('mirror').values(row));

export const readMirror = preparedFirst((db, orgId: string, id: string) =>
  db.selectFrom('mirror').selectAll().where('org_id', '=', orgId).where('id', '=', id),
);

/** Oldest first. */
export const listMirrors = preparedRows((db, orgId: string) =>
  db.selectFrom('mirror').selectAll().where('org_id', '=', orgId).orderBy('created_at').orderBy('id'),
);

export type MirrorChanges = Partial<Omit<MirrorTable, 'org_id' | 'id' | 'created_at' | 'revision'>>;

/** A change that people made. Ends the lease: the follower begins anew with what holds now. */
export const updateMirror = preparedChange((db, orgId: string, id: string, changes: MirrorChanges) =>
  db
    .updateTable('mirror')
    .set({ ...changes, lease_token: null, lease_until: null, revision: nextRevision('mirror') })
    .where('org_id', '=', orgId)
    .where('id', '=', id),
);

/** Everything is compared anew at the next attempt, which is due now. No change of what was set up. */
export const requestResync = preparedChange((db, orgId: string, id: string, now: string) =>
  db
    .updateTable('mirror')
    .set({ resync: 1, due_at: now, lease_token: null, lease_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id),
);

export const deleteMirror = preparedChange((db, orgId: string, id: string) =>
  db.deleteFrom('mirror').where('org_id', '=', orgId).where('id', '=', id),
);
