/** Jobs and e-mails: work that is written with a change and done after it. */
import { describe, expect, test } from 'vitest';
import { finishJob, insertJobs, leaseJobs, releaseJob } from '../../server/store/queues/jobs.ts';
import type { LeaseRequest } from '../../server/store/queues/leases.ts';
import { finishMail, hasDueMail, insertMail, leaseMails } from '../../server/store/queues/mails.ts';
import { openStore } from '../../server/store/store.ts';
import { engines } from '../kit/engines.ts';
import { mail, minute } from './queue-rows.ts';
import { writeRecords } from './record-rows.ts';
import { makeOrganisation, openWorld } from './world.ts';

describe.each(engines)('jobs and mails on %s', (engine) => {
  test('[DB26] two workers never hold the same job', async () => {
    await using world = await openWorld(engine);
    await using other = await openStore(world.options); // as another process would
    const rows = await writeRecords(
      world.store,
      world.orgId,
      Array.from({ length: 40 }, () => ({})),
    );
    await world.store.transaction((trx) =>
      insertJobs(
        trx,
        world.orgId,
        rows.map(({ id }) => ({ record_id: id, kind: 'export', due_at: minute(0) })),
      ),
    );
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        leaseJobs(index % 2 ? other : world.store, lease({ token: `worker ${index}`, limit: 3 })),
      ),
    );
    const ids = taken.flat().map((job) => job.record_id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await leaseJobs(world.store, lease({ limit: 100 })); // workers pass over rows that others hold at that moment
    expect(ids.length + rest.length).toBe(40);
  });

  test('[DB27] a job is leased when due, counted, and finished or returned by its holder only', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [{ id: 'export' }]);
    const key = { record_id: 'export', kind: 'export' };
    await store.transaction((trx) => insertJobs(trx, orgId, [{ ...key, due_at: minute(1) }]));
    expect(await leaseJobs(store, lease({ now: minute(0) }))).toEqual([]);
    expect(await leaseJobs(store, lease({ now: minute(1), leaseUntil: minute(2), token: 'first' }))).toMatchObject([
      { ...key, attempts: 1 },
    ]);
    expect(await leaseJobs(store, lease({ now: minute(2), leaseUntil: minute(9), token: 'second' }))).toMatchObject([
      { ...key, attempts: 2 },
    ]);
    expect(await store.transaction((trx) => finishJob(trx, orgId, key, 'first'))).toBe(false);
    expect(await store.transaction((trx) => releaseJob(trx, orgId, key, 'first', minute(0)))).toBe(false);
    expect(await store.transaction((trx) => releaseJob(trx, orgId, key, 'second', minute(4)))).toBe(true);
    expect(await leaseJobs(store, lease({ now: minute(3) }))).toEqual([]);
    expect(await leaseJobs(store, lease({ now: minute(4), token: 'third' }))).toMatchObject([{ ...key, attempts: 3 }]);
    expect(await store.transaction((trx) => finishJob(trx, orgId, key, 'third'))).toBe(true);
    expect(await leaseJobs(store, lease({ now: minute(60) }))).toEqual([]);
  });

  test('[DB28] a job requested again restarts, and the worker of the stale one cannot finish it', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [{ id: 'export' }]);
    const key = { record_id: 'export', kind: 'export' };
    const ask = (): Promise<void> =>
      store.transaction((trx) => insertJobs(trx, orgId, [{ ...key, due_at: minute(0) }]));
    await ask();
    await leaseJobs(store, lease({ token: 'stale' }));
    await ask();
    expect(await store.transaction((trx) => finishJob(trx, orgId, key, 'stale'))).toBe(false);
    expect(await leaseJobs(store, lease({ token: 'fresh' }))).toMatchObject([{ ...key, attempts: 1 }]);
  });

  test('[DB29] a known dedupe key is not written again, and a sent mail is not sent again', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    const other = await makeOrganisation(store);
    const write = (org: string, id: string, key: string): Promise<boolean> =>
      store.transaction((trx) => insertMail(trx, org, mail(id, key)));
    expect([
      await write(orgId, 'a', 'review 1'),
      await write(orgId, 'b', 'review 1'),
      await write(orgId, 'c', 'review 2'),
      await write(other, 'd', 'review 1'),
    ]).toEqual([true, false, true, true]);
    expect(await hasDueMail(store.db, minute(0))).toBe(true);
    const [first, ...others] = await leaseMails(store, lease({ token: 'first' }));
    expect([first, ...others].map((each) => [each?.id, each?.attempts])).toEqual([
      ['a', 1],
      ['c', 1],
      ['d', 1],
    ]);
    expect(await leaseMails(store, lease({ token: 'second' }))).toEqual([]);
    if (!first) throw new Error('no mail was leased');
    const sent = { sent_at: minute(1), failed_at: null, failure: null, due_at: null };
    const finish = (token: string): Promise<boolean> =>
      store.transaction((trx) => finishMail(trx, { ...first, lease_token: token }, sent));
    expect([await finish('second'), await finish('first'), await finish('first')]).toEqual([false, true, false]);
    expect((await leaseMails(store, lease({ now: minute(59), token: 'third' }))).map(({ id }) => id)).toEqual([
      'c',
      'd',
    ]);
    expect(await hasDueMail(store.db, minute(0))).toBe(false);
  });
});

function lease(given: Partial<LeaseRequest>): LeaseRequest {
  return { now: minute(0), token: 'worker', leaseUntil: minute(50), limit: 10, ...given };
}
