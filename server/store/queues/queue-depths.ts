/** How much waits in the store, over all organisations, and whether the store can be written to: for whoever watches the server. */
import { sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import { migrationsFor } from '../migrations/index.ts';
import type { Store } from '../store.ts';

export interface QueueDepths {
  readonly deliveries: number;
  readonly deliveryLagSeconds: number;
  readonly webhooksDisabled: number;
  readonly jobs: number;
  readonly jobLagSeconds: number;
  readonly mails: number;
  readonly feedSequence: number;
}

/** @param nowMs ms since 1970 */
export async function queueDepths(db: Db, nowMs: number): Promise<QueueDepths> {
  const deliveries = await db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('due_at').as('first')])
    .where('state', '=', sql.lit('pending')) // a literal, so that SQLite uses the partial index
    .executeTakeFirstOrThrow();
  const jobs = await db
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('due_at').as('first')])
    .executeTakeFirstOrThrow();
  const mails = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const webhooks = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', 'disabled')
    .executeTakeFirstOrThrow();
  const feeds = await db
    .selectFrom('feed')
    .select(({ fn }) => fn.sum<number | string | null>('seq').as('total'))
    .executeTakeFirstOrThrow();
  const lag = (first: string | null): number => (first === null ? 0 : Math.max(0, nowMs - Date.parse(first)) / 1000);
  return {
    deliveries: deliveries.total,
    deliveryLagSeconds: lag(deliveries.first),
    webhooksDisabled: webhooks.total,
    jobs: jobs.total,
    jobLagSeconds: lag(jobs.first),
    mails: mails.total,
    feedSequence: Number(feeds.total ?? 0),
  };
}

/** Migrations of this program that the database has not seen, as after it was put back from an older copy. */
export async function missingMigrations({ db, engine }: Store): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const ran = new Set(rows.map(({ name }) => name));
  return Object.keys(migrationsFor(engine)).filter((name) => !ran.has(name));
}

/** Throws where the store does not take writes; changes nothing. */
export async function requireWritable(store: Store): Promise<void> {
  await store.transaction((trx) =>
    trx
      .updateTable('feed')
      .set({ seq: sql<number>`seq` })
      .where('org_id', '=', '')
      .execute(),
  );
}
