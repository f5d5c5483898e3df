/**
 * THE write path. Every record changes here and nowhere else: in one transaction that holds the organisation's lock, commands are
 * merged and admitted by the rules of their kinds; records, audit entries, events, deliveries, notifications and queued work are stored together.
 */
import { anonymousId, type Actor } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { eventPayload } from '../../shared/model/event.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { World } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { currentSchema } from '../../shared/upgrade/upgrade.ts';
import { auditEntry, digest, type AuditedBy } from './audit.ts';
import { Batch, type GroupChange, type Outcome } from './batch.ts';
import { ownPartOf } from './contractor-access.ts';
import type { RecordRow } from './record-rows.ts';
import { insertAudit } from '../store/records/audit.ts';
import { insertDeliveries } from '../store/queues/deliveries.ts';
import { insertEvents } from '../store/records/events.ts';
import { insertJobs } from '../store/queues/jobs.ts';
import { insertNotifications } from '../store/queues/notifications.ts';
import { assignScopes } from './feed-scopes.ts';
import { upsert } from '../store/records/records.ts';
import { addToSums, insertMoves } from '../store/records/scopes.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { Store } from '../store/store.ts';
import type { AuditTable, WebhookTable } from '../store/tables/tables.ts';
import { revokeTokensOf } from '../store/access/tokens.ts';
import { enabledFor } from '../store/access/webhooks.ts';
import type { WriteTransaction } from '../store/write.ts';

/** What a commit stands on; time and ids come in from outside. */
export interface CommitContext {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  /** Tells the followers that an organisation's feed has moved on: a hint, never data. */
  readonly wake: (organisationId: string) => void;
  /** Between the schemas of records and commands; those that were released, unless a test makes its own. */
  readonly steps?: readonly Step[];
}

export interface RequestContext {
  readonly actor: Actor;
  readonly origin: World['origin'];
  readonly requestId: string;
}

/** Runs `work` under the lock and stores what its batch came to. What `work` throws undoes everything. */
export async function commitBatch<T>(
  context: CommitContext,
  author: RequestContext,
  work: (batch: Batch) => Promise<T>,
): Promise<T> {
  const { organisationId } = author.actor;
  const done = await context.store.write(organisationId, context.now, async (tx) => {
    // Another process of a newer version has turned the records meanwhile: this one must not write the old shapes among them.
    if (tx.recordSchema !== currentSchema(context.steps ?? releasedSteps))
      throw new Problem('unavailable', 'The server was replaced by a newer one and is about to stop.');
    const part = await ownPartOf(tx.trx, author.actor);
    const batch = new Batch(tx, author.actor, author.origin, context.newId, part);
    const result = await work(batch);
    batch.touchDocuments();
    await store(batch, author, context);
    return result;
  });
  context.wake(organisationId);
  return done;
}

/** One group that stands or falls as a whole; throws its Problem when it is refused. */
export async function commit(
  context: CommitContext,
  author: RequestContext,
  commands: readonly Command[],
): Promise<readonly Outcome[]> {
  return await commitBatch(context, author, (batch) => applyAll(batch, commands));
}

/** The same within a batch that has something to look at first. */
export async function applyAll(batch: Batch, commands: readonly Command[]): Promise<readonly Outcome[]> {
  await batch.read(commands);
  const outcomes = batch.apply(commands);
  const culprit = outcomes.find((outcome) => outcome.problem && outcome.problem.code !== 'txn_refused');
  if (culprit?.problem) throw culprit.problem;
  return outcomes;
}

async function store(batch: Batch, author: RequestContext, context: CommitContext): Promise<void> {
  const { tx } = batch;
  const rows = batch.world.changedRows();
  if (rows.length === 0) return;
  const { world } = batch;
  const placed = await assignScopes(tx, { rows, row: (id) => world.row(id), before: (id) => world.before(id) });
  await upsert(tx.trx, tx.orgId, placed.rows, (id) => world.before(id));
  await addToSums(tx.trx, tx.orgId, placed.replacements);
  await insertMoves(tx.trx, tx.orgId, placed.replacements);
  await insertAudit(tx.trx, tx.orgId, entriesOf(batch, author));
  await storeEvents(batch, context);
  await insertNotifications(
    tx.trx,
    tx.orgId,
    batch.notices.map((notice) => ({ id: context.newId(), notice, created_at: tx.nextTime() })),
  );
  // By the clock on the wall: the feed's own may run ahead of it after many changes at once.
  const due = new Date(context.now()).toISOString();
  await revokeTokensOf(tx.trx, tx.orgId, inactiveHolders(rows), due);
  const queued = rows.filter((row) => row.rev === 1 && resourceOf(row.kind).queued);
  await insertJobs(
    tx.trx,
    tx.orgId,
    queued.map((row) => ({ record_id: row.id, kind: row.kind, due_at: due })),
  );
}

/** Whoever has left keeps no key, by whichever door the change came. */
function inactiveHolders(rows: readonly RecordRow[]): string[] {
  return rows.filter(({ kind, status }) => resourceOf(kind).holdsTokens && status === 'inactive').map(({ id }) => id);
}

/** An event for each happening, and a delivery for each enabled subscription that wants it, in the change's own transaction. */
async function storeEvents({ tx, happenings }: Batch, context: CommitContext): Promise<void> {
  if (happenings.length === 0) return;
  const events = happenings.map((happening) => {
    const [seq, at, id] = [tx.nextSeq(), tx.nextTime(), `msg_${context.newId().replaceAll('-', '')}`];
    const body = JSON.stringify(eventPayload(happening, at, tx.orgId, id, seq));
    return { seq, id, name: happening.name, at, resource_id: happening.resourceId, body };
  });
  await insertEvents(tx.trx, tx.orgId, events);
  const due = new Date(context.now()).toISOString();
  const webhooks = await enabledFor(tx.trx, tx.orgId);
  const deliveries = events.flatMap((event) =>
    webhooks
      .filter((webhook) => wants(webhook, event.name))
      .map((webhook) => ({
        id: context.newId(),
        webhook_id: webhook.id,
        event_seq: event.seq,
        event_name: event.name,
        state: 'pending',
        attempts: 0,
        due_at: due,
        lease_token: null,
        lease_until: null,
        created_at: event.at,
        updated_at: event.at,
        resource_id: event.resource_id,
      })),
  );
  if (deliveries.length > 0) await insertDeliveries(tx.trx, tx.orgId, deliveries);
}

function wants(webhook: WebhookTable, name: string): boolean {
  // Written by the webhook endpoint from a checked list of names.
  const names = JSON.parse(webhook.events) as readonly string[];
  return names.includes('*') || names.includes(name);
}

/**
 * One entry a batch, but for what nobody shall be known by: that has one of its own, without the request id, which would lead to its
 * author.
 */
function entriesOf({ tx, changes }: Batch, author: RequestContext): Owned<AuditTable>[] {
  const anonymous = new Set(changes.filter(isAnonymous));
  const ours = changes.filter((change) => !anonymous.has(change));
  return [
    // First, because they make their records, and what follows may have changed them.
    ...[...anonymous].map((change) => entryOf([change], tx, { ...author, actor: nobody, requestId: anonymousId })),
    ...(ours.length > 0 ? [entryOf(ours, tx, author)] : []),
  ];
}

function isAnonymous({ commands, rows }: GroupChange): boolean {
  return rows.some(
    (row) => row.created_by === anonymousId && commands.some(({ op, id }) => op === 'create' && id === row.id),
  );
}

function entryOf(changes: readonly GroupChange[], tx: WriteTransaction, author: AuditedBy): Owned<AuditTable> {
  return auditEntry(tx, author, {
    commands: changes.flatMap(({ commands }) =>
      commands.map((command) => ({
        op: command.op,
        kind: command.kind,
        id: command.id,
        ...(command.op === 'act' ? { action: command.action } : {}),
      })),
    ),
    records: changes.flatMap(({ rows }) =>
      rows.map((row) => ({
        kind: row.kind,
        id: row.id,
        rev: row.rev,
        deleted: row.deleted === 1,
        sha256: digest(row.body),
      })),
    ),
  });
}

const nobody = { id: anonymousId, name: 'Anonymous', role: anonymousId };
