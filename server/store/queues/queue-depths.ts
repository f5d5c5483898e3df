/** For monitoring: queue depths over all organisations. */
import { sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import { preparedFirst } from '../engine/prepared.ts';
import { mirrorHealth } from './mirror-leases.ts';

export interface QueueDepths {
  readonly deliveries: number;
  readonly deliveryLagSeconds: number;
  readonly webhooksDisabled: number;
  readonly mirrorLagSeconds: number;
  readonly mirrorsFailing: number;
  readonly jobs: number;
  readonly jobLagSeconds: number;
  readonly mails: number;
  readonly feedSequence: number;
}

/** @param nowMs ms since 1970 */
export async function queueDepths(db: Db, nowMs: number): Promise<QueueDepths> {
  const [deliveries, jobs, rest] = [await pendingDeliveries(db), await queuedJobs(db), await counts(db)];
  const mirrors = await mirrorHealth(db);
  const lag = (first: string | null | undefined): number =>
    first == null ? 0 : Math.max(0, nowMs - Date.parse(first)) / 1000;
  return {
    deliveries: deliveries?.total ?? 0,
    deliveryLagSeconds: lag(deliveries?.first),
    webhooksDisabled: rest?.webhooksDisabled ?? 0,
    mirrorLagSeconds: Math.max(0, ...mirrors.map(({ since }) => lag(since))),
    mirrorsFailing: mirrors.filter(({ failure }) => failure !== null).length,
    jobs: jobs?.total ?? 0,
    jobLagSeconds: lag(jobs?.first),
    mails: rest?.mails ?? 0,
    feedSequence: Number(rest?.feedSequence ?? 0),
  };
}

const pendingDeliveries = preparedFirst(
  (db) =>
    db
      .selectFrom('delivery')
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('due_at').as('first')])
      .where('state', '=', sql.lit('pending')), // a literal, so that SQLite uses the partial index
);

const queuedJobs = preparedFirst((db) =>
  db.selectFrom('job').select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('due_at').as('first')]),
);

const counts = preparedFirst((db) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('mail')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .as('mails'),
    eb
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('state', '=', 'disabled')
      .as('webhooksDisabled'),
    eb
      .selectFrom('feed')
      .select(({ fn }) => fn.sum<number | string | null>('seq').as('total'))
      .as('feedSequence'),
  ]),
);
