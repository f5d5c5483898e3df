/**
 * Mirrors as a queue: a mirror is due when records have changed since it was last written, or when its time has come. One process at a time
 * works on a mirror; the lease of one that dies expires.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { MirrorTable } from '../tables/mirrors.ts';
import type { Tables } from '../tables/tables.ts';

/** The kinds of records that documents of a mirror are made of; the entries of a document come from its versions. */
export const mirroredKinds: readonly string[] = ['project', 'site', 'document', 'version', 'signoff', 'export'];

/** Read-only: usually nothing is due, and then no lock is taken. Over all organisations. @param now RFC 3339 UTC with ms */
export function dueMirrors(db: Db, now: string): Promise<Pick<MirrorTable, 'org_id' | 'id'>[]> {
  return due(db, now, mirroredKinds);
}
const due = preparedRows((db, now: string, kinds: readonly string[]) =>
  db
    .selectFrom('mirror')
    .select(['mirror.org_id', 'mirror.id'])
    .where('enabled', '=', 1)
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .where((eb) =>
      eb.or([
        eb('due_at', '<=', now),
        eb.and([eb('failure', 'is', null), eb.exists(waiting(eb, kinds).select('record.id'))]),
      ]),
    )
    .orderBy('due_at'),
);

/** The records that changed since the mirror was last written. */
function waiting(eb: ExpressionBuilder<Tables, 'mirror'>, kinds: readonly string[]) {
  return eb
    .selectFrom('record')
    .whereRef('record.org_id', '=', 'mirror.org_id')
    .whereRef('record.seq', '>', 'mirror.seq')
    .where('record.kind', 'in', kinds);
}

export interface MirrorLease {
  /** New for each lease. */
  readonly token: string;
  /** RFC 3339 UTC with ms, like all times here. */
  readonly now: string;
  readonly until: string;
}

/** The row as it is now; undefined if the mirror was disabled, withdrawn or deleted, or another process has it. */
export const leaseMirror = preparedFirst((db, orgId: string, id: string, { token, now, until }: MirrorLease) =>
  db
    .updateTable('mirror')
    .set({ lease_token: token, lease_until: until })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returningAll(),
);

export type MirrorProgress = Partial<
  Pick<
    MirrorTable,
    | 'withdrawn_at'
    | 'phase'
    | 'resync'
    | 'seq'
    | 'documents_written'
    | 'overruled'
    | 'overruled_id'
    | 'overruled_at'
    | 'left_out'
    | 'left_out_id'
    | 'left_out_at'
    | 'kept'
    | 'kept_ids'
    | 'failures'
    | 'failure'
    | 'failed_at'
    | 'last_success_at'
    | 'due_at'
    | 'lease_token'
    | 'lease_until'
  >
>;

/** Notes how far the holder of the lease is. False if it lost the lease: then nothing changes. */
export async function noteMirror(
  trx: Trx,
  { org_id, id, lease_token }: Pick<MirrorTable, 'org_id' | 'id' | 'lease_token'>,
  progress: MirrorProgress,
): Promise<boolean> {
  return (await note(trx, org_id, id, lease_token ?? '', progress)) > 0;
}
const note = preparedChange((db, orgId: string, id: string, token: string, progress: MirrorProgress) =>
  db
    .updateTable('mirror')
    .set(progress)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('lease_token', '=', token),
);

export interface MirrorLag {
  readonly records: number;
  /** When the first of them changed; null = none waits. */
  readonly since: string | null;
}

/** How many records changed since the mirror was last written. */
export async function lagOf(db: Db, { org_id, seq }: Pick<MirrorTable, 'org_id' | 'seq'>): Promise<MirrorLag> {
  const found = await lag(db, org_id, seq, mirroredKinds);
  return { records: found?.records ?? 0, since: found?.since ?? null };
}
const lag = preparedFirst((db, orgId: string, seq: number, kinds: readonly string[]) =>
  db
    .selectFrom('record')
    .select(({ fn }) => [fn.countAll<number>().as('records'), fn.min('updated_at').as('since')])
    .where('org_id', '=', orgId)
    .where('seq', '>', seq)
    .where('kind', 'in', kinds),
);

/** Of all mirrors that are enabled, for monitoring: whether it fails, and since when a record waits. */
export function mirrorHealth(db: Db): Promise<{ readonly failure: string | null; readonly since: string | null }[]> {
  return health(db, mirroredKinds);
}
const health = preparedRows((db, kinds: readonly string[]) =>
  db
    .selectFrom('mirror')
    .select((eb) => [
      'failure',
      // The first in the order of the feed, which an index finds; of the same age as the oldest, or older.
      waiting(eb, kinds).select('record.updated_at').orderBy('record.seq').limit(1).as('since'),
    ])
    .where('enabled', '=', 1)
    .where('withdrawn_at', 'is', null),
);
