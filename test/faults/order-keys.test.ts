/** Moving entries to one spot, thousands of times and on two devices at once: every move is accepted, and all show one order. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { longestKey } from '../../shared/merge/order.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const hazards = 10;

async function document(world: World, device: Device): Promise<string> {
  const document_id = await device.documents.create({ title: 'Glulam lift', document_type: 'rams' });
  for (let i = 0; i < hazards; i++) await device.hazards.create({ document_id, name: `Hazard ${i}` });
  await device.sync();
  expect(await orderOnServer(world, document_id)).toHaveLength(hazards);
  return document_id;
}

async function orderOnServer(world: World, id: string): Promise<readonly string[]> {
  const { body } = await world.api<{ data: { id: string }[] }>('GET', `/api/v1/documents/${id}/hazards?per_page=100`);
  return body.data.map((each) => each.id);
}

async function orderOn(device: Device, document_id: string): Promise<readonly string[]> {
  return (await device.hazards.find({ document_id })).map(({ id }) => id);
}

/** The last entry becomes the second: between the first and the one that was moved before. */
function withLastSecond(ids: readonly string[]): readonly string[] {
  return [...ids.slice(0, 1), ...ids.slice(-1), ...ids.slice(1, -1)];
}

async function moveOn(device: Device, documentId: string, times: number): Promise<readonly string[]> {
  let ids = await orderOn(device, documentId);
  for (let i = 0; i < times; i++) {
    ids = withLastSecond(ids);
    await device.reorder(documentId, 'hazard', ids);
  }
  return ids;
}

async function longestOn(device: Device, document_id: string): Promise<number> {
  return Math.max(...(await device.hazards.find({ document_id })).map(({ sort_key: key }) => key.length));
}

test.each(engines)('[OR7] a tablet’s 2,000 moves to one spot are accepted and keys stay short: %s', async (engine) => {
  await using world = await openWorld({ engine });
  const device = await world.device();
  const documentId = await document(world, device);
  for (let moved = 0; moved < 2_000; moved += 100) {
    const wanted = await moveOn(device, documentId, 100);
    await device.sync();
    expect(await device.outbox.refused()).toEqual([]);
    expect(await orderOnServer(world, documentId)).toEqual(wanted);
  }
  expect(await orderOn(device, documentId)).toEqual(await orderOnServer(world, documentId));
  expect(await longestOn(device, documentId)).toBeLessThanOrEqual(longestKey);
});

test('[OR7] 500 moves over REST are all accepted, and a tablet follows', async () => {
  await using world = await openWorld();
  const device = await world.device();
  const documentId = await document(world, device);
  let order = await orderOnServer(world, documentId);
  for (let move = 0; move < 500; move++) {
    order = withLastSecond(order);
    const path = `/api/v1/documents/${documentId}/hazards/reorder`;
    const { status, body } = await world.api<{ data: { id: string }[] }>('PUT', path, { order });
    expect({ status, order: body.data.map(({ id }) => id) }).toEqual({ status: 200, order });
  }
  await device.sync();
  expect(await orderOn(device, documentId)).toEqual(order);
  expect(await longestOn(device, documentId)).toBeLessThanOrEqual(longestKey);
});

test('[OR7] 300 entries inserted at one position over REST keep their order and short keys', async () => {
  await using world = await openWorld();
  const device = await world.device();
  const documentId = await document(world, device);
  const order = [...(await orderOnServer(world, documentId))];
  for (let i = 0; i < 300; i++) {
    const path = `/api/v1/documents/${documentId}/hazards`;
    const { status, body } = await world.api<{ id: string }>('POST', path, { name: `Inserted ${i}`, position: 2 });
    expect(status).toBe(201);
    order.splice(1, 0, body.id);
  }
  await device.sync();
  expect(await orderOn(device, documentId)).toEqual(order);
  expect(await longestOn(device, documentId)).toBeLessThanOrEqual(longestKey);
});

describe.each(engines)('on %s', (engine) => {
  test('[OR8] two tablets that renew keys offline end with one order, and nothing is lost', async () => {
    await using world = await openWorld({ engine });
    const [tom, ann] = [await world.device({ seed: 101 }), await world.device({ seed: 102 })];
    const documentId = await document(world, tom);
    await ann.sync();
    // Each of them passes the bound at least once, ann from the other end.
    await moveOn(tom, documentId, 250);
    await ann.reorder(documentId, 'hazard', (await orderOn(ann, documentId)).toReversed());
    const last = await moveOn(ann, documentId, 250);
    for (const device of [tom, ann, tom]) await device.sync();
    const order = await orderOnServer(world, documentId);
    expect(order.toSorted()).toEqual(last.toSorted());
    for (const device of [tom, ann]) {
      expect(await orderOn(device, documentId)).toEqual(order);
      expect(await device.conflicts.find()).toEqual([]);
      expect(await device.outbox.refused()).toEqual([]);
    }
    // And they go on from there, one after the other.
    const wanted = await moveOn(tom, documentId, 3);
    await tom.sync();
    await ann.sync();
    expect(await orderOn(ann, documentId)).toEqual(wanted);
    expect(await longestOn(ann, documentId)).toBeLessThanOrEqual(longestKey);
  });

  test('[SY62] a removal takes effect although another moved the record', async () => {
    await using world = await openWorld({ engine });
    const [tom, ann] = [await world.device({ seed: 101 }), await world.device({ seed: 102 })];
    const documentId = await document(world, tom);
    await ann.sync();
    const [first, second] = await orderOn(ann, documentId);
    await tom.reorder(documentId, 'hazard', (await orderOn(tom, documentId)).toReversed());
    await ann.hazards.remove(String(first));
    await ann.hazards.remove(String(second));
    for (const device of [tom, ann, tom]) await device.sync();
    expect(await orderOn(tom, documentId)).toHaveLength(hazards - 2);
    expect(await tom.conflicts.find()).toEqual([]);
  });
});
