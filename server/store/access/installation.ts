/** What the database notes of the server that it belongs to: the id of its key ring, and the last probe of its disk. */
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst } from '../engine/prepared.ts';
import type { Store } from '../store.ts';

/** Undefined = no server has started on this database. */
export async function readKeyId(db: Db): Promise<string | undefined> {
  return (await readInstallation(db))?.key_id;
}
const readInstallation = preparedFirst((db) => db.selectFrom('installation').select('key_id'));

/** Notes the id unless there is one. Returns the id that the database has then. */
export async function claimKeyId(trx: Trx, keyId: string): Promise<string | undefined> {
  await insertInstallation(trx, keyId);
  return await readKeyId(trx);
}
const insertInstallation = preparedChange((db, keyId: string) =>
  db
    .insertInto('installation')
    .values({ id: 1, key_id: keyId })
    .onConflict((conflict) => conflict.doNothing()),
);

export const replaceKeyId = preparedChange((db, keyId: string) =>
  db
    .insertInto('installation')
    .values({ id: 1, key_id: keyId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ key_id: keyId })),
);

/** As an ordinary change needs, indexes included: one page may still find room where that does not. */
const probeBytes = 65_536;

/** Throws unless the store takes a change, which it makes: a statement that changes nothing succeeds on a full disk as well. */
export async function requireWritable(store: Store, nowMs: number): Promise<void> {
  await store.transaction((trx) => writeProbe(trx, String(nowMs).padEnd(probeBytes)));
}
const writeProbe = preparedChange((db, probe: string) => db.updateTable('installation').set({ probe }));
