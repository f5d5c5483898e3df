/** A mirror follows the token that set it up (contract, Mirrors, MR31): it stops when that token may no longer read what the mirror holds. */
import { mirrorRefusal } from '../../../shared/mirror-rights.ts';
import { mirrorWithdrawn } from '../../../shared/resources/notices/mirror.ts';
import { insertNotifications } from '../../store/queues/notifications.ts';
import { noteMirror } from '../../store/queues/mirror-leases.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import { makerMay } from '../../auth/maker.ts';
import type { MirrorContext } from './context.ts';

/** Stops the mirror if its token lost the rights. False = it goes on. @param mirror under its lease */
export async function isWithdrawn(
  { store, now, newId, log }: Pick<MirrorContext, 'store' | 'now' | 'newId' | 'log'>,
  mirror: MirrorTable,
): Promise<boolean> {
  const kinds = JSON.parse(mirror.kinds) as string[]; // written by the REST API, from a checked list
  const holds = { kinds, attachments: mirror.attachments === 1 };
  if (await makerMay(store.db, mirror, (maker) => mirrorRefusal(holds, maker) === null)) return false;
  const at = new Date(now()).toISOString();
  await store.transaction(async (trx) => {
    const progress = { withdrawn_at: at, lease_token: null, lease_until: null };
    if (!(await noteMirror(trx, mirror, progress))) return; // somebody has changed it meanwhile
    const notice = mirrorWithdrawn(mirror.id, new URL(mirror.url).host, at);
    await insertNotifications(trx, mirror.org_id, [{ id: newId(), notice, created_at: at }]);
    log.warn({ organisation: mirror.org_id, mirror: mirror.id }, 'a mirror stopped with the rights of its token');
  });
  return true;
}
