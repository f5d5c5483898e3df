/**
 * What a commit writes, in the transaction of the change: the records, and the rows of every side table that must stay consistent with
 * them. To fill another side table, add a sink to the list.
 */
import type { Actor } from '../../shared/model/access.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { bindToken } from '../store/access/tokens.ts';
import { revokeTokensOfLeavers } from './tokens.ts';
import { listWebhooks } from '../store/access/webhooks.ts';
import { insertDeliveries } from '../store/queues/deliveries.ts';
import { insertJobs } from '../store/queues/jobs.ts';
import { insertNotifications } from '../store/queues/notifications.ts';
import { insertAudit } from '../store/records/audit.ts';
import { insertEvents } from '../store/records/events.ts';
import { upsert } from '../store/records/records.ts';
import { addToSums, insertMoves, type Replacement } from '../store/records/scopes.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { AuditTable, EventTable, WebhookTable } from '../store/tables/tables.ts';
import { logOf, type AuditedBy } from './audit.ts';
import type { Batch, GroupChange } from './batch.ts';
import { countRecordBytes } from './record-quota.ts';
import { assignScopes } from './feed-scopes.ts';
import type { RecordRow } from './record-rows.ts';

interface Write {
  readonly batch: Batch;
  /** The token behind the change, if there is one. */
  readonly tokenId: string | undefined;
  readonly newId: () => string;
  /** Changed rows as the commands left them, before scopes are assigned. */
  readonly rows: readonly RecordRow[];
  /** Rows as they are stored: with scopes assigned, and including dependents that move to another scope. */
  readonly placed: readonly RecordRow[];
  readonly replacements: readonly Replacement[];
  readonly entries: readonly Owned<AuditTable>[];
  readonly events: readonly Owned<EventTable>[];
}

const done = Promise.resolve();

/** The order matters: deliveries reference their events, and jobs their records. */
const sinks: readonly ((write: Write) => Promise<unknown>)[] = [
  ({ batch: { tx, world }, placed }) => upsert(tx.trx, tx.orgId, placed, (id) => world.before(id)),
  ({ batch: { tx }, replacements }) => addToSums(tx.trx, tx.orgId, replacements),
  ({ batch: { tx }, replacements }) => insertMoves(tx.trx, tx.orgId, replacements),
  ({ batch: { tx }, entries }) => insertAudit(tx.trx, tx.orgId, entries),
  ({ batch: { tx }, events }) => insertEvents(tx.trx, tx.orgId, events),
  deliveries,
  notifications,
  ({ batch: { tx, firstDevice }, tokenId }) =>
    firstDevice === null || tokenId === undefined ? done : bindToken(tx.trx, tx.orgId, tokenId, firstDevice),
  ({ batch: { tx }, rows }) => insertJobs(tx.trx, tx.orgId, jobsOf(rows, tx.now())),
];

/** Stores what the batch changed, if anything. */
export async function storeBatch(
  batch: Batch,
  author: AuditedBy & { readonly actor: Pick<Actor, 'tokenId'> },
  { newId, maxRecordBytes: maxBytes = Infinity }: { readonly newId: () => string; readonly maxRecordBytes?: number },
): Promise<void> {
  const { tx, world } = batch;
  const rows = world.changedRows();
  if (rows.length === 0) return;
  const commands = batch.changes.flatMap((change) => change.commands);
  countRecordBytes(tx, rows, (id) => world.before(id), { maxBytes, actorId: author.actor.id, commands });
  const { rows: placed, replacements } = await assignScopes(tx, {
    rows,
    row: (id) => world.row(id),
    before: (id) => world.before(id),
  });
  const revoked = await revokeTokensOfLeavers(tx, inactiveHolders(rows));
  const log = logOf(tx, placedChanges(batch.changes, placed, author), revoked, author);
  const entries = log.map(({ entry }) => entry);
  const events = log.flatMap((logged) => logged.events);
  const { tokenId } = author.actor;
  for (const sink of sinks) await sink({ batch, tokenId, newId, rows, placed, replacements, entries, events });
}

/** The changes with the scopes that they are stored under, and those that other records moved with. */
function placedChanges(
  changes: readonly GroupChange[],
  placed: readonly RecordRow[],
  { actor }: AuditedBy,
): readonly GroupChange[] {
  const movedById = new Map(placed.map((row) => [row.id, row]));
  const scopeById = new Map(placed.map(({ id, scope }) => [id, scope]));
  const own = changes.map((change) => ({
    ...change,
    rows: change.rows.map((row) => {
      movedById.delete(row.id);
      return { ...row, scope: scopeById.get(row.id) ?? row.scope };
    }),
  }));
  const moved = [...movedById.values()];
  return moved.length === 0 ? own : [...own, { author: actor, commands: [], rows: moved, events: [] }];
}

/** Queues one delivery for each event and each subscription to it; a disabled one receives it when it recovers. */
async function deliveries({ batch: { tx }, newId, events }: Write): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await listWebhooks(tx.trx, tx.orgId);
  const queued = events.flatMap((event) =>
    webhooks
      .filter((webhook) => subscribesTo(webhook, event.name))
      .map((webhook) => ({
        id: newId(),
        webhook_id: webhook.id,
        event_seq: event.seq,
        event_name: event.name,
        resource_id: event.resource_id,
        ...(webhook.state === 'enabled' ? { state: 'pending', due_at: tx.now() } : { state: 'held', due_at: null }),
        attempts: 0,
        lease_token: null,
        lease_until: null,
        created_at: tx.now(),
        updated_at: tx.now(),
      })),
  );
  await insertDeliveries(tx.trx, tx.orgId, queued);
}

function subscribesTo(webhook: WebhookTable, name: string): boolean {
  const names = JSON.parse(webhook.events) as readonly string[]; // the webhook endpoint wrote it from a validated list of names
  return names.includes('*') || names.includes(name);
}

async function notifications({ batch: { tx, notices }, newId }: Write): Promise<void> {
  const sent = notices.map((notice) => ({ id: newId(), notice, created_at: tx.nextStamp() }));
  await insertNotifications(tx.trx, tx.orgId, sent);
}

/** Ids of token holders that became inactive; their tokens are revoked, however the change was made. */
function inactiveHolders(rows: readonly RecordRow[]): string[] {
  return rows.filter(({ kind, status }) => resourceOf(kind).holdsTokens && status === 'inactive').map(({ id }) => id);
}

function jobsOf(rows: readonly RecordRow[], due_at: string): { record_id: string; kind: string; due_at: string }[] {
  const queued = rows.filter((row) => row.rev === 1 && resourceOf(row.kind).queued);
  return queued.map((row) => ({ record_id: row.id, kind: row.kind, due_at }));
}
