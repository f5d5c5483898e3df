/**
 * What a commit writes, in the change's own transaction: the records, and beside them everything that follows from the change at once. A
 * further side table is a further sink in the list.
 */
import { eventPayload } from '../../shared/model/event.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { revokeTokensOf } from '../store/access/tokens.ts';
import { enabledFor } from '../store/access/webhooks.ts';
import { insertDeliveries } from '../store/queues/deliveries.ts';
import { insertJobs } from '../store/queues/jobs.ts';
import { insertNotifications } from '../store/queues/notifications.ts';
import { insertAudit } from '../store/records/audit.ts';
import { insertEvents } from '../store/records/events.ts';
import { upsert } from '../store/records/records.ts';
import { addToSums, insertMoves, type Replacement } from '../store/records/scopes.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { AuditTable, EventTable, WebhookTable } from '../store/tables/tables.ts';
import { entriesOf, type AuditedBy } from './audit.ts';
import type { Batch } from './batch.ts';
import { assignScopes } from './feed-scopes.ts';
import type { RecordRow } from './record-rows.ts';

interface Write {
  readonly batch: Batch;
  readonly newId: () => string;
  /** As the commands left them. */
  readonly rows: readonly RecordRow[];
  /** As they are stored, in their scopes, with the rows that move with them. */
  readonly placed: readonly RecordRow[];
  readonly replacements: readonly Replacement[];
  /** Wall clock, RFC 3339: when queued work is due. The feed's own clock may run ahead after many changes at once. */
  readonly due: string;
  readonly entries: readonly Owned<AuditTable>[];
  readonly events: readonly Owned<EventTable>[];
}

/** In this order: deliveries refer to their events, and jobs to their records. */
const sinks: readonly ((write: Write) => Promise<unknown>)[] = [
  ({ batch: { tx, world }, placed }) => upsert(tx.trx, tx.orgId, placed, (id) => world.before(id)),
  ({ batch: { tx }, replacements }) => addToSums(tx.trx, tx.orgId, replacements),
  ({ batch: { tx }, replacements }) => insertMoves(tx.trx, tx.orgId, replacements),
  ({ batch: { tx }, entries }) => insertAudit(tx.trx, tx.orgId, entries),
  ({ batch: { tx }, events }) => insertEvents(tx.trx, tx.orgId, events),
  deliveries,
  notifications,
  ({ batch: { tx }, rows, due }) => revokeTokensOf(tx.trx, tx.orgId, inactiveHolders(rows), due),
  ({ batch: { tx }, rows, due }) => insertJobs(tx.trx, tx.orgId, jobsOf(rows, due)),
];

/** Stores what the batch changed; nothing where it changed nothing. @param nowMs ms since 1970 */
export async function storeBatch(batch: Batch, author: AuditedBy, newId: () => string, nowMs: number): Promise<void> {
  const { tx, world } = batch;
  const rows = world.changedRows();
  if (rows.length === 0) return;
  const { rows: placed, replacements } = await assignScopes(tx, {
    rows,
    row: (id) => world.row(id),
    before: (id) => world.before(id),
  });
  const entries = entriesOf(tx, batch.changes, author);
  const events = eventsOf(batch, newId);
  const due = new Date(nowMs).toISOString();
  for (const sink of sinks) await sink({ batch, newId, rows, placed, replacements, due, entries, events });
}

function eventsOf({ tx, happenings }: Batch, newId: () => string): Owned<EventTable>[] {
  return happenings.map((happening) => {
    const [seq, at, id] = [tx.nextSeq(), tx.nextTime(), `msg_${newId().replaceAll('-', '')}`];
    const body = JSON.stringify(eventPayload(happening, at, tx.orgId, id, seq));
    return { seq, id, name: happening.name, at, resource_id: happening.resourceId, body };
  });
}

/** One for each event and each enabled subscription to it. */
async function deliveries({ batch: { tx }, newId, events, due }: Write): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await enabledFor(tx.trx, tx.orgId);
  const queued = events.flatMap((event) =>
    webhooks
      .filter((webhook) => subscribesTo(webhook, event.name))
      .map((webhook) => ({
        id: newId(),
        webhook_id: webhook.id,
        event_seq: event.seq,
        event_name: event.name,
        resource_id: event.resource_id,
        state: 'pending',
        attempts: 0,
        due_at: due,
        lease_token: null,
        lease_until: null,
        created_at: event.at,
        updated_at: event.at,
      })),
  );
  await insertDeliveries(tx.trx, tx.orgId, queued);
}

function subscribesTo(webhook: WebhookTable, name: string): boolean {
  const names = JSON.parse(webhook.events) as readonly string[]; // written by the webhook endpoint from a checked list of names
  return names.includes('*') || names.includes(name);
}

async function notifications({ batch: { tx, notices }, newId }: Write): Promise<void> {
  const sent = notices.map((notice) => ({ id: newId(), notice, created_at: tx.nextTime() }));
  await insertNotifications(tx.trx, tx.orgId, sent);
}

/** A holder that has become inactive keeps no token, whichever way the change came. */
function inactiveHolders(rows: readonly RecordRow[]): string[] {
  return rows.filter(({ kind, status }) => resourceOf(kind).holdsTokens && status === 'inactive').map(({ id }) => id);
}

function jobsOf(rows: readonly RecordRow[], due_at: string): { record_id: string; kind: string; due_at: string }[] {
  const queued = rows.filter((row) => row.rev === 1 && resourceOf(row.kind).queued);
  return queued.map((row) => ({ record_id: row.id, kind: row.kind, due_at }));
}
