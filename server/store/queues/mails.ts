/**
 * E-mails as a queue: inserted with the change that causes them, leased by the worker that sends them, and finally sent or failed
 * (contract, E-mail). The leases of a worker that dies expire; attempts are counted when leased.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { engineOf, type Db, type Trx } from '../engine/db.ts';
import { preparedChange, preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import type { MailTable } from '../tables/mails.ts';
import type { Owned } from '../tables/rows.ts';
import type { Tables } from '../tables/tables.ts';
import { leaseRows, type LeaseRequest } from './leases.ts';

type Written = 'id' | 'dedupe_key' | 'recipient' | 'subject' | 'body' | 'created_at';
export type NewMail = Pick<MailTable, Written> & Partial<Omit<Owned<MailTable>, Written>>;

/** Due immediately. False, and nothing inserted, if the organisation already has a mail with this `dedupe_key`. */
export async function insertMail(trx: Trx, orgId: string, mail: NewMail): Promise<boolean> {
  return (await insertRow(trx, orgId, { attempts: 0, due_at: mail.created_at, ...mail })) === 1;
}
const insertRow = preparedChange((db, orgId: string, mail: NewMail & Pick<MailTable, 'attempts'>) =>
  db
    .insertInto('mail')
    .values({ ...mail, org_id: orgId })
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing()),
);

/** Read-only: usually nothing is due, and then no lock is taken. */
export async function hasDueMail(db: Db, now: string): Promise<boolean> {
  return (await dueMails(db, now, 1, false)).length > 0;
}

export function leaseMails(store: Store, request: LeaseRequest): Promise<MailTable[]> {
  return leaseRows(store, request, dueMails, (trx, { org_id, id }, lease) => setMail(trx, org_id, id, lease));
}

const dueMails = preparedRows((db, now: string, limit: number, forUpdate: boolean) => {
  const query = db
    .selectFrom('mail')
    .selectAll()
    .where((mail) => isDue(mail, now))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  return forUpdate && engineOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query;
});

const setMail = preparedChange((db, orgId: string, id: string, changes: Partial<MailTable>) =>
  db.updateTable('mail').set(changes).where('org_id', '=', orgId).where('id', '=', id),
);

/** Result of an attempt; `due_at` null = no further attempt. */
export type MailResult = Pick<MailTable, 'sent_at' | 'failed_at' | 'failure' | 'due_at'>;

/** Ends the lease. False if it was lost: another worker records the result. */
export async function finishMail(
  trx: Trx,
  { org_id, id, lease_token }: Pick<MailTable, 'org_id' | 'id' | 'lease_token'>,
  result: MailResult,
): Promise<boolean> {
  return (await finish(trx, org_id, id, lease_token, result)) > 0;
}
const finish = preparedChange((db, orgId: string, id: string, token: string | null, result: MailResult) =>
  db
    .updateTable('mail')
    .set({ ...result, lease_token: null, lease_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('lease_token', '=', token),
);

function isDue(eb: ExpressionBuilder<Pick<Tables, 'mail'>, 'mail'>, now: string): Expression<SqlBool> {
  return eb.and([
    eb('mail.sent_at', 'is', null),
    eb('mail.failed_at', 'is', null),
    eb('mail.due_at', '<=', now),
    eb.or([eb('mail.lease_until', 'is', null), eb('mail.lease_until', '<=', now)]),
  ]);
}

/** Those that wait count as failed for this reason. Resolves to their number. */
export const endWaitingMails = preparedChange((db, orgId: string, at: string, reason: string) =>
  db
    .updateTable('mail')
    .set({ failed_at: at, failure: reason, due_at: null, lease_token: null, lease_until: null })
    .where('org_id', '=', orgId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null),
);

/** Deletes up to `limit` mails written before `before` (RFC 3339) that were sent or failed. */
export const deleteOldMails = preparedChange((db, orgId: string, before: string, limit: number) =>
  db
    .deleteFrom('mail')
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail')
        .select('id')
        .where('org_id', '=', orgId)
        .where('created_at', '<', before)
        .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('failed_at', 'is not', null)]))
        .limit(limit),
    ),
);
