/** E-mails, written with the change that causes them and sent by a follower. */
import type { Kysely, Transaction } from 'kysely';
import type { Owned } from './rows.ts';
import type { MailTable, Tables } from './tables.ts';

/** False, and nothing written, when the organisation has a mail with this `dedupe_key`. */
export async function insertMail(trx: Transaction<Tables>, orgId: string, mail: Owned<MailTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail')
    .values({ ...mail, org_id: orgId })
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Oldest first, over all organisations. */
export async function unsent(db: Kysely<Tables>, limit: number): Promise<MailTable[]> {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** False when it was marked before. */
export async function markSent(trx: Transaction<Tables>, orgId: string, id: string, sentAt: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set({ sent_at: sentAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
