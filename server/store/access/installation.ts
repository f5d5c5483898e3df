/** What the database notes of the server that it belongs to: the id of its key ring. */
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst } from '../engine/prepared.ts';

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
