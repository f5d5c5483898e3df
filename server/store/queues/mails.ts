/**
 * E-mails as a queue: written with the change that causes them, leased by whoever sends them, and then sent or failed for good
 * (contract, E-mail). A worker that dies loses its leases in time; an attempt counts from its lease.
 */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import type { LeaseRequest } from './leases.ts';
import type { MailTable } from '../tables/mails.ts';
import type { Owned } from '../tables/rows.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables/tables.ts';

type Written = 'id' | 'dedupe_key' | 'recipient' | 'subject' | 'body' | 'created_at';
export type NewMail = Pick<MailTable, Written> & Partial<Omit<Owned<MailTable>, Written>>;

/** Due at once. False, and nothing written, when the organisation has a mail with this `dedupe_key`. */
export async function insertMail(trx: Trx, orgId: string, mail: NewMail): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail')
    .values({ attempts: 0, due_at: mail.created_at, ...mail, org_id: orgId })
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Reads only: most of the time there is nothing to lease, and then nobody has to wait for it. */
export async function hasDueMail(db: Db, now: string): Promise<boolean> {
  const found = await db
    .selectFrom('mail')
    .select('id')
    .where((mail) => isDue(mail, now))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Oldest first, over all organisations. */
export async function leaseMails(store: Store, { now, token, leaseUntil, limit }: LeaseRequest): Promise<MailTable[]> {
  return store.transaction(async (trx) => {
    const due = await trx
      .selectFrom('mail')
      .selectAll()
      .where((mail) => isDue(mail, now))
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .$if(store.engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    const leased = due.map((mail) => ({
      ...mail,
      attempts: mail.attempts + 1,
      lease_token: token,
      lease_until: leaseUntil,
    }));
    for (const { org_id, id, attempts, lease_token, lease_until } of leased) {
      const lease = { attempts, lease_token, lease_until };
      await trx.updateTable('mail').set(lease).where('org_id', '=', org_id).where('id', '=', id).execute();
    }
    return leased;
  });
}

/** What became of an attempt; `due_at` null = no further one. */
export type MailResult = Pick<MailTable, 'sent_at' | 'failed_at' | 'failure' | 'due_at'>;

/** Ends the lease. False when it was lost: then the result is another worker's to write. */
export async function finishMail(
  trx: Trx,
  { org_id, id, lease_token }: Pick<MailTable, 'org_id' | 'id' | 'lease_token'>,
  result: MailResult,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set({ ...result, lease_token: null, lease_until: null })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function isDue(eb: ExpressionBuilder<Pick<Tables, 'mail'>, 'mail'>, now: string): Expression<SqlBool> {
  return eb.and([
    eb('mail.sent_at', 'is', null),
    eb('mail.failed_at', 'is', null),
    eb('mail.due_at', '<=', now),
    eb.or([eb('mail.lease_until', 'is', null), eb('mail.lease_until', '<=', now)]),
  ]);
}
