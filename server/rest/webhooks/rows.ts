/** Loads, presents and changes subscriptions. Every change is one transaction under the organisation's lock, with its audit entry. */
import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { endpoints } from '../../../shared/rest/rest.ts';
import type { Actor } from '../../../shared/model/access.ts';
import { eventNames, type EventName } from '../../../shared/model/event.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { invalid } from '../../../shared/model/validation.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import { auditChange, type Change } from '../../commit/audit.ts';
import { webhookState } from '../../commit/audited-state.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { lockWebhook, readWebhook, updateWebhook, type WebhookChanges } from '../../store/access/webhooks.ts';
import type { WriteTransaction } from '../../store/write.ts';
import type { HandlerRequest } from '../request/handler-request.ts';
import { requireRevision } from '../request/change.ts';
import { idOf, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';

export type WebhookOnWire = z.output<(typeof endpoints)['getWebhook']['reply']>;

type OfWebhook = HandlerRequest<{ readonly webhook: string }>;

/** Throws `not_found`, also for a deleted one, and `precondition_failed`. */
export async function liveWebhook(request: OfWebhook, context: RestContext): Promise<WebhookTable> {
  const id = idOf('webhook', request.params.webhook);
  return requireLive(request, await readWebhook(context.store.db, request.actor.organisationId, id));
}

/** Returns the changed row. `work` returns the changes; it runs in the transaction, on the locked row. */
export async function changeWebhook(
  request: OfWebhook,
  context: RestContext,
  change: Pick<Change, 'op' | 'action'>,
  work: (current: WebhookTable, tx: WriteTransaction, now: string) => WebhookChanges | Promise<WebhookChanges>,
): Promise<WebhookTable> {
  const { organisationId } = request.actor;
  const id = idOf('webhook', request.params.webhook);
  return await context.store.write(organisationId, context.commitContext.now, async (tx) => {
    const current = requireLive(request, await lockWebhook(tx.trx, organisationId, id));
    const now = new Date(context.commitContext.now()).toISOString();
    const changes = await work(current, tx, now);
    await updateWebhook(tx.trx, organisationId, id, { ...changes, updated_at: now });
    const after = { ...current, ...changes, updated_at: now, revision: tx.nextRevision(current.revision) };
    await audit(request, tx, change, after);
    return after;
  });
}

export async function audit(
  request: HandlerRequest,
  tx: WriteTransaction,
  change: Pick<Change, 'op' | 'action'>,
  webhook: WebhookTable,
): Promise<void> {
  const { id, revision } = webhook;
  await auditChange(tx, request.author, {
    ...change,
    kind: 'webhook',
    id,
    revision,
    state: webhookState(webhook),
  });
}

function requireLive(request: OfWebhook, webhook: WebhookTable | undefined): WebhookTable {
  if (!webhook || webhook.state === 'deleted') throw missing('webhook');
  requireRevision(request, { kind: 'webhook', rev: webhook.revision });
  return webhook;
}

/** The normalised URL; the address that it resolves to is checked at each delivery. */
export function usableUrl(context: RestContext, text: string): string {
  const url = new URL(text);
  const refusal = context.saveWebhook.refusalOf(url);
  if (refusal)
    throw invalid([
      { pointer: '#/url', code: refusal, detail: 'must be an HTTPS address that webhooks may be sent to' },
    ]);
  return url.href;
}

/** Headers with the server's own prefix are reserved. */
export function usableHeaders(
  context: RestContext,
  headers: Readonly<Record<string, string>> | null | undefined,
): Readonly<Record<string, string>> {
  const branded = Object.keys(headers ?? {}).filter((name) =>
    name.toLowerCase().startsWith(`${context.saveWebhook.headerBrand}-`),
  );
  if (branded.length > 0)
    throw invalid(
      branded.map((name) => ({
        pointer: `#/headers/${name}`,
        code: 'reserved',
        detail: 'must not be a header that the server sets itself',
      })),
    );
  return headers ?? {};
}

/** A subscription brings no event that the one who sets it up may not read. Throws `forbidden`. */
export function requireReadable(actor: Actor, events: readonly string[]): void {
  const wanted = events.includes('*') ? eventNames : (events as readonly EventName[]); // of the body's own list
  const hidden = wanted.filter((name) => !mayReadEvent(name, actor));
  if (hidden.length > 0) throw new Problem('forbidden', `This token may not read ${hidden.join(', ')}.`);
}

export function madeSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function showWebhook(webhook: WebhookTable): WebhookOnWire {
  const { id, url, description, ordering, state, disabled_reason, disabled_note, consecutive_failures } = webhook;
  const { last_success_at, created_at, updated_at, revision } = webhook;
  return {
    id,
    url,
    events: JSON.parse(webhook.events) as string[], // written here, from a checked list of names
    description,
    ordering: ordering === 'resource' ? 'resource' : 'none',
    header_names: JSON.parse(webhook.header_names) as string[], // written here too
    state,
    disabled_reason,
    disabled_note,
    consecutive_failures,
    last_success_at,
    handover_until: webhook.previous_secret_until,
    created_at,
    updated_at,
    revision,
  };
}
