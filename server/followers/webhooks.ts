/** Webhooks, composed from the server's settings: the delivery follower, and what REST needs to save a subscription. */
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { Config } from '../base/config.ts';
import { openSecrets, UnsealError, webhookContext } from '../auth/secrets.ts';
import type { Store } from '../store/store.ts';
import type { WebhookTable } from '../store/tables/tables.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { DeliveryContext, DeliveryLog } from './webhooks/deliver.ts';
import { WebhookFollower } from './webhooks/follower.ts';
import { openGuard, type UrlRefusal } from './outgoing/guard.ts';
import { brandOf, openHeaders, type AttemptNames } from './webhooks/request.ts';
import { openedWebhook, sealedHeaders, type OpenedWebhook } from './webhooks/sealed.ts';
import { openSender } from './webhooks/send.ts';
import { sendTestEvent, type PassedTest, type TestedWebhook } from './webhooks/test-event.ts';

export interface WebhooksOptions {
  readonly config: Pick<Config, 'webhookAllow' | 'webhookCaFile' | 'signatureHeader' | 'webhookDisableMinSpanSeconds'>;
  readonly store: Store;
  /** 32 bytes; encrypts the secrets. */
  readonly sealingKey: Uint8Array;
  /** ms since 1970 */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly wake: CommitSignal;
  /** Where callers reach the server. */
  readonly baseUrl: () => string;
  readonly log: DeliveryLog;
  readonly observe?: NonNullable<DeliveryContext['observe']>;
}

export interface Webhooks {
  /** Why a subscription to this URL is refused, as far as known without a DNS lookup. */
  refusalOf(url: URL): UrlRefusal | undefined;
  /** Lower-case prefix of the headers that the server reserves. */
  readonly headerBrand: string;
  /** The headers of an attempt that hold no secret, and no signature. */
  openHeaders(attempt: AttemptNames): Readonly<Record<string, string>>;
  /** Throws `webhook_test_failed`. */
  test(webhook: TestedWebhook): Promise<PassedTest>;
  /** Encrypts the secret for storage. */
  seal(organisationId: string, webhookId: string, secret: string): string;
  sealHeaders(organisationId: string, webhookId: string, headers: Readonly<Record<string, string>>): string | null;
  /** Decrypts secrets and headers for a test. Throws `webhook_test_failed` if it cannot. */
  opened(webhook: WebhookTable): OpenedWebhook;
  /** Delivers everything that is due; resolves to the number of attempts. */
  run(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the delivery follower. */
export async function openWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { config, store, sealingKey, now, random, wake, baseUrl, log, observe } = options;
  const secrets = openSecrets(sealingKey);
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
    baseUrl,
    disableMinSpanSeconds: config.webhookDisableMinSpanSeconds,
    ...(observe ? { observe } : {}),
  };
  const follower = new WebhookFollower({ ...means, random: () => Buffer.from(random(4)).readUInt32BE() / 2 ** 32 });
  follower.start((listener) => wake.listen(listener));
  return {
    refusalOf: (url) => guard.refusalOf(url),
    headerBrand: brandOf(config.signatureHeader).toLowerCase(),
    openHeaders: (attempt) => openHeaders(attempt, config.signatureHeader),
    test: (webhook) => sendTestEvent(means, webhook),
    seal: (organisationId, webhookId, secret) => secrets.seal(secret, webhookContext(organisationId, webhookId)),
    sealHeaders: (organisationId, webhookId, headers) => sealedHeaders(secrets, organisationId, webhookId, headers),
    opened(webhook) {
      try {
        return openedWebhook(secrets, webhook, now());
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
        throw new Problem(
          'webhook_test_failed',
          'The stored secret cannot be opened; give the subscription a new one.',
          {
            members: { reason: 'secret' },
          },
        );
      }
    },
    run: () => follower.run(),
    close: () => follower.close(),
  };
}
