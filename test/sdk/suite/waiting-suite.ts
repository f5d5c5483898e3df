/** A long time without a network: what an edit asks of the storage does not grow with what waits, and all of it arrives. */
import { expect, test } from 'vitest';
import type { Table } from '../../../client-sdk/base/tables.ts';
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import { Journal } from '../../../client-sdk/disk/journal.ts';
import { lastLane, withHash, type OutboxCommand } from '../../../client-sdk/disk/outbox-command.ts';
import { nextCommandId } from '../../../shared/sync/command-identity.ts';
import { schemaVersion } from '../../../shared/sync/sync.ts';
import type { Place } from '../../kit/places.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { wrappedStorage } from '../support/wrapped-storage.ts';
import { openSite, type Ground } from './site.ts';

/** IndexedDB takes ten times as long for each. */
const many = 'document' in globalThis ? 2_000 : 20_000;
const few = 20;
const severalPushes = 600;
/** Commands of one record. */
const each = 20;

export function waiting(ground: Ground): void {
  test(`[DV221] an edit touches as many rows with ${many} waiting as with ${few}; all arrive`, async () => {
    await using site = await openSite(ground);
    const asked: Asked[][] = [];
    for (const count of [few, many]) {
      const place = site.newPlace();
      const filling = await site.device({ place });
      const { documentId, hazardId } = await draftWithHazard(filling);
      await filling.sync();
      await filling.close();
      await fill(place, count, site.now());
      const probe: Asked[] = [];
      const tablet = await site.device({ place: watched(place, probe) });
      expect(tablet.status.waiting).toBe(count);
      probe.length = 0;
      await tablet.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
      await tablet.hazards.create({ document_id: documentId, name: 'Dust' });
      await tablet.documents.patch(documentId, { title: 'Steel lift' });
      asked.push([...probe]);
      expect(await tablet.sync()).toMatchObject({ pushed: count + 3, refused: 0 });
      const last = Array.from({ length: count / each }, (_, i) => `Client ${(i + 1) * each - 1}`);
      expect(new Set((await tablet.projects.find()).map(({ client_name: name }) => name))).toEqual(new Set(last));
      expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
      await tablet.close();
    }
    expect(asked[0]?.length).toBeGreaterThan(0);
    expect(asked[1]).toEqual(asked[0]);
  }, 120_000);

  test('[DV222] a full outbox waits whole under a viewer’s token, and arrives under another', async () => {
    await using site = await openSite(ground);
    const place = site.newPlace();
    const filling = await site.device({ place });
    await filling.sync();
    await filling.close();
    await fill(place, severalPushes, site.now());
    const tablet = await site.device({ place, token: await site.server.token('viewer') });
    const before = await tablet.outbox.list();
    for (let i = 0; i < 3; i++)
      expect(await tablet.sync()).toMatchObject({ pushed: 0, refused: 0, blocked: { fault: 'read_only' } });
    expect(await tablet.outbox.list()).toEqual(before);
    expect(tablet.status).toMatchObject({ waiting: severalPushes, refused: 0 });
    tablet.useToken(site.adminToken);
    expect(await tablet.sync()).toMatchObject({ pushed: severalPushes, refused: 0 });
    expect(await tablet.projects.find()).toHaveLength(severalPushes / each);
  });
}

/** One call of a table, with the number of rows that it returned or was given. */
interface Asked {
  readonly table: string;
  readonly call: 'get' | 'range' | 'write';
  readonly rows: number;
}

function watched(place: Place, probe: Asked[]): Place {
  const wrap = <Row>(found: Table<Row>, table: string): Partial<Table<Row>> => ({
    get: async (keys) => {
      const rows = await found.get(keys);
      probe.push({ table, call: 'get', rows: keys.length });
      return rows;
    },
    range: async (range) => {
      const rows = await found.range(range);
      probe.push({ table, call: 'range', rows: rows.length });
      return rows;
    },
    write: async (write) => {
      probe.push({ table, call: 'write', rows: (write.put?.length ?? 0) + (write.remove?.length ?? 0) });
      await found.write(write);
    },
  });
  return { ...place, storage: () => wrappedStorage(place.storage(), wrap) };
}

/**
 * As if somebody had made projects and changed each of them, each as often as it takes. One write, because edits one by one would take
 * minutes.
 */
async function fill(place: Place, count: number, now: number): Promise<void> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const journal = await Journal.open(database, () => crypto.randomUUID());
  const { last_command, lane_ends, device_id } = journal.state;
  let last = last_command;
  let prev = lane_ends[lastLane] ?? null;
  let id = '';
  const put: OutboxCommand[] = [];
  for (let i = 0; i < count; i++) {
    last = nextCommandId(last, now, crypto.getRandomValues(new Uint8Array(10)));
    const isFirst = i % each === 0;
    if (isFirst) id = crypto.randomUUID();
    const set = { client_name: `Client ${i}` };
    const identity = withHash({
      id: last,
      prev,
      author: { actor: null, device: device_id },
      made_at: new Date(now).toISOString(),
      clock_offset_ms: 0,
      schema: schemaVersion,
      depends_on: [],
      command: isFirst
        ? { op: 'create', kind: 'project', id, set: { name: `Block ${i}`, ...set } }
        : { op: 'patch', kind: 'project', id, set, was: { client_name: `Client ${i - 1}` } },
    });
    put.push({ ...identity, state: 'queued', lane: lastLane, shows: {}, result: null });
    prev = last;
  }
  await journal.change(() => ({
    state: { last_command: last, lane_ends: { ...lane_ends, [lastLane]: last ?? '' } },
    put,
  }));
  await database.close();
}
