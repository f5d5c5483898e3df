/** Webhook subscriptions. A deleted one keeps its row, without secrets, because its delivery log remains. */
import type { Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import { nextRevision } from '../records/feed.ts';
import type { WebhookTable } from '../tables/tables.ts';

/** Initial values of optional columns. */
const defaults = {
  revision: 1,
  disabled_note: null,
  ordering: 'none',
  headers: null,
  header_names: '[]',
  previous_secret: null,
  previous_secret_until: null,
  failing_since: null,
  last_success_at: null,
  token_id: null,
} satisfies Partial<WebhookTable>;
export type NewWebhook = Omit<Owned<WebhookTable>, keyof typeof defaults> &
  Partial<Pick<WebhookTable, keyof typeof defaults>>;

/** Returns the row as stored. */
export async function insertWebhook(trx: Trx, orgId: string, webhook: NewWebhook): Promise<WebhookTable> {
  const row = { ...defaults, ...webhook, org_id: orgId };
  await insertRow(trx, row);
  return row;
}
const insertRow = preparedChange((db, row: WebhookTable) => db.insertInto('webhook').values(row));

/** In any state, including `deleted`. */
export const readWebhook = preparedFirst((db, orgId: string, id: string) =>
  db.selectFrom('webhook').selectAll().where('org_id', '=', orgId).where('id', '=', id),
);

/** Oldest first, without deleted ones: those that receive events, or for which events are held. */
export const listWebhooks = preparedRows((db, orgId: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '!=', 'deleted')
    .orderBy('created_at')
    .orderBy('id'),
);

export type WebhookChanges = Partial<Omit<WebhookTable, 'org_id' | 'id' | 'created_at' | 'revision'>>;

/** False when there is no such subscription. */
export async function updateWebhook(trx: Trx, orgId: string, id: string, changes: WebhookChanges): Promise<boolean> {
  return (await update(trx, orgId, id, changes)) > 0;
}
const update = preparedChange((db, orgId: string, id: string, changes: WebhookChanges) =>
  db
    .updateTable('webhook')
    .set({ ...changes, revision: nextRevision('webhook') })
    .where('org_id', '=', orgId)
    .where('id', '=', id),
);

/** Returns the row and locks it until the transaction ends, which serialises recording attempts and changing settings. */
export const lockWebhook = preparedFirst((db, orgId: string, id: string) =>
  db
    .updateTable('webhook')
    .set((eb) => ({ consecutive_failures: eb.ref('consecutive_failures') }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .returningAll(),
);

/** Whether the previous secret of a rotation is still valid, until its hand-over. @param nowMs ms since 1970 */
export function hasTwoSecrets({ previous_secret, previous_secret_until }: WebhookTable, nowMs: number): boolean {
  return previous_secret !== null && previous_secret_until !== null && Date.parse(previous_secret_until) > nowMs;
}

/** Deletes the secrets whose hand-over is past. */
export const deletePreviousSecrets = preparedChange((db, now: string) =>
  db
    .updateTable('webhook')
    .set({ previous_secret: null, previous_secret_until: null, revision: nextRevision('webhook') })
    .where('previous_secret_until', '<=', now),
);
