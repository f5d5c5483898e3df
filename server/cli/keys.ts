/** `keys replace`: the operator gives up a key that is lost, and the database takes the present one. */
import { makeKeyRing, readKeyRing } from '../auth/keys.ts';
import { readConfig } from '../base/config.ts';
import { auditChange } from '../commit/audit.ts';
import { readKeyId, replaceKeyId } from '../store/access/installation.ts';
import { listMirrors } from '../store/access/mirrors.ts';
import { listWebhooks } from '../store/access/webhooks.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { operator } from '../commit/operator.ts';
import type { Options, Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

export async function replaceKey(terminal: Terminal, options: Options) {
  const settings = readConfig(terminal.environment);
  return await withStore(terminal, async ({ store, now }) => {
    const lost = await readKeyId(store.db);
    const found = await readKeyRing(settings);
    if (found && found.id === lost) throw new Error(`the key ${lost} is there; nothing is lost`);
    const organisations = await listOrganisations(store.db);
    const webhooks = (await Promise.all(organisations.map(({ org_id }) => listWebhooks(store.db, org_id)))).flat();
    const mirrors = (await Promise.all(organisations.map(({ org_id }) => listMirrors(store.db, org_id))))
      .flat()
      .filter(({ credentials }) => credentials !== null);
    if (options['give-up-old-key'] === undefined)
      throw new Error(
        `this gives up key ${lost ?? '(none)'} for good: ${webhooks.length} webhooks need a new secret and new headers, ` +
          `${mirrors.length} mirrors a new password, invitations ` +
          'and download links that were sent stop working, and devices and pollers begin anew once. Nothing else is lost. ' +
          'If that is meant, run it again with --give-up-old-key',
      );
    const ring = found ?? (await makeKeyRing(settings));
    await store.transaction((trx) => replaceKeyId(trx, ring.id));
    for (const { org_id: id } of organisations)
      await store.write(id, now, (tx) =>
        auditChange(tx, operator, {
          op: 'act',
          action: 'replace_key',
          kind: 'organisation',
          id,
          state: { key_id: ring.id },
        }),
      );
    return {
      key: ring.id,
      webhooks_without_secret: webhooks.map(({ id }) => id),
      mirrors_without_password: mirrors.map(({ id }) => id),
    };
  });
}
