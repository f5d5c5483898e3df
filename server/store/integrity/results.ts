/** What the last integrity check found, and which process is at the next one: one row for all processes on the store. */
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst } from '../engine/prepared.ts';
import type { IntegrityTable } from '../tables/tables.ts';

export type Found = Pick<IntegrityTable, 'finished_at' | 'faults' | 'warnings'>;

export async function readIntegrity(db: Db): Promise<Found> {
  return (await onlyRow(db)) ?? { finished_at: null, faults: 0, warnings: 0 };
}
const onlyRow = preparedFirst((db) => db.selectFrom('integrity').select(['finished_at', 'faults', 'warnings']));

export interface CheckLease {
  /** New for each check. */
  readonly token: string;
  /** RFC 3339, like all times here. */
  readonly now: string;
  readonly until: string;
  /** A check that finished later than this is recent enough. */
  readonly dueBefore: string;
}

/** False if a check is recent enough, or another process is at it. */
export async function leaseCheck(trx: Trx, lease: CheckLease): Promise<boolean> {
  await makeRow(trx);
  return (await claim(trx, lease)) > 0;
}
const claim = preparedChange((db, { token, now, until, dueBefore }: CheckLease) =>
  db
    .updateTable('integrity')
    .set({ lease_token: token, lease_until: until })
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '<', dueBefore)])),
);

/** False if another process has taken over. */
export async function renewCheck(trx: Trx, token: string, until: string): Promise<boolean> {
  return (await renew(trx, token, until)) > 0;
}
const renew = preparedChange((db, token: string, until: string) =>
  db.updateTable('integrity').set({ lease_until: until }).where('lease_token', '=', token),
);

/** The check that ends last is the one that counts; leases of others end. */
export async function noteChecked(trx: Trx, found: Found): Promise<void> {
  await makeRow(trx);
  await note(trx, found);
}
const note = preparedChange((db, found: Found) =>
  db.updateTable('integrity').set({ ...found, lease_token: null, lease_until: null }),
);

const makeRow = preparedChange((db) =>
  db
    .insertInto('integrity')
    .values({ id: 1, lease_token: null, lease_until: null, finished_at: null, faults: 0, warnings: 0 })
    .onConflict((conflict) => conflict.doNothing()),
);
