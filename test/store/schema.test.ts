/** What the database itself refuses, whatever the code above it does. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertAudit } from '../../server/store/records/audit.ts';
import { insertDeliveries } from '../../server/store/queues/deliveries.ts';
import { insertEvents } from '../../server/store/records/events.ts';
import { insertJobs } from '../../server/store/queues/jobs.ts';
import { insertWebhook } from '../../server/store/access/webhooks.ts';
import { engines } from '../kit/engines.ts';
import { delivery, event, webhook } from './queue-rows.ts';
import { writeRecords } from './record-rows.ts';
import { makeOrganisation, openWorld } from './world.ts';

describe.each(engines)('the schema on %s', (engine) => {
  test('[DB16] a record cannot refer to a record of another organisation', async () => {
    await using world = await openWorld(engine);
    const other = await makeOrganisation(world.store);
    await writeRecords(world.store, other, [{ id: 'theirs' }]);
    for (const column of ['project_id', 'site_id', 'document_id']) {
      await expect(writeRecords(world.store, world.orgId, [{ [column]: 'theirs' }])).rejects.toThrow(/foreign key/i);
      await writeRecords(world.store, other, [{ [column]: 'theirs' }]);
    }
  });

  test('[DB48] a delivery or job cannot reference another organisation’s rows', async () => {
    await using world = await openWorld(engine);
    const other = await makeOrganisation(world.store);
    await writeRecords(world.store, other, [{ id: 'theirs' }]);
    await world.store.transaction(async (trx) => {
      await insertWebhook(trx, other, webhook('w'));
      await insertEvents(trx, other, [event(1)]);
      await insertDeliveries(trx, other, [delivery('d', 'w', 1)]);
    });
    const stealing = world.store.transaction((trx) => insertDeliveries(trx, world.orgId, [delivery('d', 'w', 1)]));
    await expect(stealing).rejects.toThrow(/foreign key/i);
    const spying = world.store.transaction((trx) =>
      insertJobs(trx, world.orgId, [{ record_id: 'theirs', kind: 'export', due_at: '' }]),
    );
    await expect(spying).rejects.toThrow(/foreign key/i);
  });

  test('[DB17] within a batch a record may come before the one it refers to', async () => {
    await using world = await openWorld(engine);
    const rows = Array.from({ length: 1500 }, () => ({ document_id: 'document' }));
    await writeRecords(world.store, world.orgId, [...rows, { id: 'document', kind: 'document' }]);
    await expect(writeRecords(world.store, world.orgId, [{ document_id: 'nowhere' }])).rejects.toThrow(/foreign key/i);
  });

  test('[DB18] events and audit entries cannot be changed or deleted, records cannot be deleted', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [{}]);
    await store.transaction(async (trx) => {
      await insertEvents(trx, orgId, [event(1)]);
      await insertAudit(trx, orgId, [{ seq: 1, entry: '{}', head: '00' }]);
    });
    const attempts = [
      'update event set data = data',
      'delete from event',
      'update audit set entry = entry',
      'delete from audit',
      'delete from record',
    ];
    if (engine === 'postgres') attempts.push('truncate event cascade', 'truncate audit', 'truncate record cascade');
    for (const attempt of attempts) {
      await expect(store.transaction((trx) => sql.raw(attempt).execute(trx))).rejects.toThrow(
        /(update|delete|truncate) of \w+ is refused/,
      );
    }
  });

  test('[DB19] a document has each version once, and a feed position belongs to one record', async () => {
    await using world = await openWorld(engine);
    const { store, orgId } = world;
    await writeRecords(store, orgId, [{ id: 'document', kind: 'document' }]);
    const version = { kind: 'version', document_id: 'document', version: 1 };
    await writeRecords(store, orgId, [
      version,
      { ...version, version: 2 },
      { ...version, kind: 'signoff' },
      { ...version, kind: 'signoff' },
    ]);
    await expect(writeRecords(store, orgId, [version])).rejects.toThrow(/unique/i);
    await expect(writeRecords(store, orgId, [{ seq: 1 }])).rejects.toThrow(/unique/i);
  });
});
