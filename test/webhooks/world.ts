/** A store with an organisation, a clock to set, and the follower that delivers from the one by the other. */
import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { EventName } from '../../shared/model/event.ts';
import type { DeliveryLog } from '../../server/followers/webhooks/deliver.ts';
import { WebhookFollower } from '../../server/followers/webhooks/follower.ts';
import { openSender, type Send } from '../../server/followers/webhooks/send.ts';
import { openSecrets, webhookContext, type Secrets } from '../../server/auth/secrets.ts';
import { insertDeliveries, listAttempts } from '../../server/store/queues/deliveries.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { insertEvents } from '../../server/store/records/events.ts';
import type { MailTable } from '../../server/store/tables/mails.ts';
import type { Store } from '../../server/store/store.ts';
import type { AttemptTable, DeliveryTable, WebhookTable } from '../../server/store/tables/tables.ts';
import { insertWebhook, listWebhooks, readWebhook } from '../../server/store/access/webhooks.ts';
import { openWorld } from '../store/world.ts';
import { testAuthority } from '../kit/certificates.ts';
import { patienceMs } from '../kit/patience.ts';

export const secret = 'whsec_geheim';

export interface LogLine {
  readonly level: 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface WebhookWorld extends AsyncDisposable {
  readonly store: Store;
  readonly orgId: string;
  readonly secrets: Secrets;
  readonly follower: WebhookFollower;
  readonly logged: readonly LogLine[];
  /** Resolves when the log has a message with this word. */
  untilLogged(word: string): Promise<void>;
  /** ms since 1970; moves only when told. */
  nowMs: number;
  /** 0 to 1: how much jitter. */
  jitter: number;
  /** Set to let statements fail. */
  beforeStatement: (sql: string) => void;
  /** Another worker on the same store, as after a restart. */
  openFollower(send?: Send): WebhookFollower;
  /** Resolves to the id of the subscription. */
  subscribe(url: string, given?: Partial<WebhookTable>): Promise<string>;
  /** An event with its deliveries, as commit() writes them. Resolves to the ids of the deliveries, in the order of subscriptions. */
  emit(name?: EventName, resourceId?: string): Promise<readonly string[]>;
  webhook(id: string): Promise<WebhookTable>;
  /** By event, then by subscription id. */
  deliveries(): Promise<DeliveryTable[]>;
  attempts(deliveryId: string): Promise<AttemptTable[]>;
  /** Those whose subject has this word. */
  mails(about: 'disabled' | 'failing'): Promise<MailTable[]>;
}

export async function openWebhookWorld(
  engine: Engine,
  { timeoutMs = patienceMs, disableMinSpanSeconds = 0 } = {},
): Promise<WebhookWorld> {
  const base = await openWorld(engine);
  const { store, orgId } = base;
  const secrets = openSecrets(randomBytes(32));
  const send = openSender({ allow: ['127.0.0.1'], caFile: testAuthority().caFile, timeoutMs });
  const { log, logged, untilLogged } = listeningLog();
  const openFollower = (sender = send): WebhookFollower =>
    new WebhookFollower({
      store,
      secrets,
      log,
      send: sender,
      signatureHeaderName: 'X-Service-Signature',
      newId: randomUUID,
      baseUrl: () => 'https://sitefile.example',
      disableMinSpanSeconds,
      now: () => world.nowMs,
      random: () => world.jitter,
    });

  const world: WebhookWorld = {
    store,
    orgId,
    secrets,
    logged,
    untilLogged,
    openFollower,
    nowMs: Math.floor(Date.now() / 1000) * 1000, // today, because receivers compare timestamps with their own clock
    jitter: 0,
    get beforeStatement() {
      return base.beforeStatement;
    },
    set beforeStatement(watch) {
      base.beforeStatement = watch;
    },
    follower: openFollower(),
    async subscribe(url, given = {}) {
      const id = randomUUID();
      const at = new Date(world.nowMs).toISOString();
      const row = {
        id,
        url,
        events: '["*"]',
        secret: secrets.seal(secret, webhookContext(orgId, id)),
        state: 'enabled',
        disabled_reason: null,
        consecutive_failures: 0,
        description: null,
        created_at: at,
        updated_at: at,
        ...given,
      };
      await store.transaction((trx) => insertWebhook(trx, orgId, row));
      return id;
    },
    async emit(name = 'document.approved', resourceId = randomUUID()) {
      return await store.write(
        orgId,
        () => world.nowMs,
        async (tx) => {
          const seq = tx.nextSeq();
          const at = new Date(world.nowMs).toISOString();
          const data = JSON.stringify({ document_id: resourceId, title: 'Süd – 🏗' });
          await insertEvents(tx.trx, orgId, [{ seq, name, at_ms: world.nowMs, resource_id: resourceId, data }]);
          const queued = (await listWebhooks(tx.trx, orgId)).map((webhook) => ({
            id: randomUUID(),
            webhook_id: webhook.id,
            event_seq: seq,
            event_name: name,
            ...(webhook.state === 'enabled' ? { state: 'pending', due_at: at } : { state: 'held', due_at: null }),
            attempts: 0,
            lease_token: null,
            lease_until: null,
            created_at: at,
            updated_at: at,
            resource_id: resourceId,
          }));
          await insertDeliveries(tx.trx, orgId, queued);
          return queued.map((delivery) => delivery.id);
        },
      );
    },
    async webhook(id) {
      const row = await readWebhook(store.db, orgId, id);
      if (row === undefined) throw new Error(`no webhook ${id}`);
      return row;
    },
    deliveries: () => store.db.selectFrom('delivery').selectAll().orderBy('event_seq').orderBy('webhook_id').execute(),
    attempts: (deliveryId) => listAttempts(store.db, orgId, deliveryId),
    mails: (about) => store.db.selectFrom('mail').selectAll().where('subject', 'like', `%${about}%`).execute(),
    async [Symbol.asyncDispose]() {
      await world.follower.close();
      await base[Symbol.asyncDispose]();
    },
  };
  return world;
}

function listeningLog(): { readonly log: DeliveryLog } & Pick<WebhookWorld, 'logged' | 'untilLogged'> {
  const logged: LogLine[] = [];
  const lines = new EventEmitter();
  const write = (level: LogLine['level']) => (fields: LogLine['fields'], message: string) => {
    logged.push({ level, fields, message });
    lines.emit('line');
  };
  return {
    log: { warn: write('warn'), error: write('error') },
    logged,
    async untilLogged(word) {
      while (!logged.some(({ message }) => message.includes(word))) await once(lines, 'line');
    },
  };
}

export const minutes = 60_000;
export const hours = 60 * minutes;
