/** Everything about webhooks that the server runs, put together from its settings: the follower that delivers, and what REST needs to save one. */
import { join } from 'node:path';
import { uuidv7 } from '../../shared/uuid.ts';
import type { Config } from '../config.ts';
import { openSecrets, webhookContext } from '../secrets.ts';
import type { Store } from '../store/store.ts';
import type { Wake } from '../wake.ts';
import type { DeliveryLog } from './webhooks/deliver.ts';
import { openWebhookFollower } from './webhooks/follower.ts';
import { openGuard, type UrlRefusal } from './webhooks/guard.ts';
import { openSender } from './webhooks/send.ts';
import { sendTestEvent, type TestedWebhook } from './webhooks/test-event.ts';

export interface WebhooksOptions {
  readonly config: Pick<Config, 'dataDir' | 'webhookAllow' | 'webhookCaFile' | 'signatureHeader'>;
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly wake: Wake;
  readonly log: DeliveryLog;
}

export interface Webhooks {
  /** Why a subscription to this URL is refused, as far as can be said without asking for its name. */
  refusalOf(url: URL): UrlRefusal | undefined;
  /** Throws `webhook_test_failed`. */
  test(webhook: TestedWebhook): Promise<void>;
  /** The secret as the subscription's row holds it. */
  seal(organisationId: string, webhookId: string, secret: string): string;
  /** Delivers all that is due; resolves to the number of attempts. */
  run(): Promise<number>;
  close(): Promise<void>;
}

/** Delivers from now on. */
export async function openWebhooks({ config, store, now, random, wake, log }: WebhooksOptions): Promise<Webhooks> {
  const secrets = await openSecrets(join(config.dataDir, 'keys', 'webhooks.key'));
  const send = openSender({ allow: config.webhookAllow, caFile: config.webhookCaFile });
  const guard = openGuard(config.webhookAllow);
  const means = {
    store,
    secrets,
    send,
    signatureHeaderName: config.signatureHeader,
    now,
    log,
    newId: () => uuidv7(now(), random(10)),
  };
  const follower = openWebhookFollower({ ...means, random: () => Buffer.from(random(4)).readUInt32BE() / 2 ** 32 });
  follower.start((listener) => wake.listen(listener));
  return {
    refusalOf: (url) => guard.refusalOf(url),
    test: (webhook) => sendTestEvent(means, webhook),
    seal: (organisationId, webhookId, secret) => secrets.seal(secret, webhookContext(organisationId, webhookId)),
    run: () => follower.run(),
    close: () => follower.close(),
  };
}
