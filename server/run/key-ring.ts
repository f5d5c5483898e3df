/** The key ring that belongs to the database. A server with another one, or with none, does not start (contract, Security, HR67). */
import { keyFileOf, makeKeyRing, readKeyRing, type KeyRing, type KeySettings } from '../auth/keys.ts';
import { claimKeyId, readKeyId } from '../store/access/installation.ts';
import type { Store } from '../store/store.ts';

/** Makes the key file at the very first start. */
export async function openKeyRing(settings: KeySettings, store: Store): Promise<KeyRing> {
  const wanted = await readKeyId(store.db);
  const found = await readKeyRing(settings);
  if (wanted !== undefined && found?.id !== wanted) throw wrongKey(settings, wanted, found);
  const ring = found ?? (await makeKeyRing(settings));
  // Two servers may start at once on an empty database.
  const claimed = await store.transaction((trx) => claimKeyId(trx, ring.id));
  if (claimed !== ring.id) throw wrongKey(settings, claimed ?? '', ring);
  return ring;
}

function wrongKey(settings: KeySettings, wanted: string, found: KeyRing | null): Error {
  const file = keyFileOf(settings);
  const given = settings.secretKey === undefined ? file : 'SECRET_KEY';
  return new Error(
    `the database belongs to key ${wanted}, but ${found ? `${given} is key ${found.id}` : `there is no ${file}`}. ` +
      'Put the right key file there, or set KEY_DIR or SECRET_KEY to the right key; all servers on one database need the same. ' +
      'If the key is lost for good, “sitefile keys replace” says what that costs.',
  );
}
