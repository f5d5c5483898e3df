/** What an organisation may store, as its operator allows. */
import { expect, test } from 'vitest';
import { bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { signoff } from '../kit/bare-signoff.ts';
import { openWorld } from '../kit/world.ts';

test('[HR56] beyond the quota for records nothing is stored or lost, and the device waits', async () => {
  await using world = await openWorld({ environment: { RECORD_BYTES_PER_ORGANISATION: '9500' } });
  const office = bareDevice(world);
  const { documentId } = await documentWithHazard(world, office, false);
  const { documentId: approved } = await documentWithHazard(world, office, true);
  const hazard = { name: 'Fall', category: 'work_at_height', description: 'd'.repeat(4000) };
  const add = (body: object) => world.api<{ id: string }>('POST', `/api/v1/documents/${documentId}/hazards`, body);
  const { body: made } = await add(hazard);
  const tablet = await world.device();
  await tablet.sync();
  await tablet.hazards.create({ document_id: documentId, ...hazard, description: 'd'.repeat(2000) });
  await expect(tablet.sync()).rejects.toMatchObject({
    fault: 'busy',
    retryAfterMs: 600_000,
    message: expect.stringContaining('RECORD_BYTES_PER_ORGANISATION'),
  });
  expect(await tablet.outbox.list()).toHaveLength(1);
  expect((await add(hazard)).status).toBe(503);
  // It still protects people: who signs is not kept waiting, and a forged signature ends.
  const signed = world.app.commitContext.newId();
  expect(await office.push([create('signoff', signed, signoff(approved))])).toMatchObject([{ status: 'applied' }]);
  const voided = await world.api('POST', `/api/v1/signoffs/${signed}/void`, { reason: 'Signed on the wrong line.' });
  expect(voided.status).toBe(200);
  expect((await world.api('POST', `/api/v1/documents/${approved}/archive`, {})).status).toBe(200);
  expect((await world.api('DELETE', `/api/v1/documents/${documentId}/hazards/${made.id}`)).status).toBe(204);
  world.clock.advance(600_000);
  await tablet.sync();
  expect(await tablet.outbox.list()).toEqual([]);
  const { record_bytes } = await world.app.commitContext.store.db
    .selectFrom('feed')
    .select('record_bytes')
    .executeTakeFirstOrThrow();
  expect(record_bytes).toBeLessThan(9500);
});

test('[HR56] a text that gets shorter passes at a full quota, merged or not', async () => {
  await using world = await openWorld({ environment: { RECORD_BYTES_PER_ORGANISATION: '9500' } });
  const [ann, ben] = [bareDevice(world), bareDevice(world)];
  const { documentId, hazardId } = await documentWithHazard(world, ann, false);
  const lines = ['a', 'b', 'c'].map((letter) => letter.repeat(800));
  const text = (...changed: readonly string[]) => ({ description: changed.join('\n') });
  const [first = '', second = '', third = ''] = lines;
  await ann.push([patch('hazard', hazardId, text(...lines))]);
  const hazard = { name: 'Fall', category: 'work_at_height', description: 'd'.repeat(400) };
  const add = () => world.api('POST', `/api/v1/documents/${documentId}/hazards`, hazard);
  let isFull = false;
  while (!isFull) isFull = (await add()).status === 503;
  expect(await ann.push([patch('hazard', hazardId, text('a', second, third), text(...lines))])).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await ben.push([patch('hazard', hazardId, text(first, second, 'c'), text(...lines))])).toMatchObject([
    { status: 'merged' },
  ]);
});

test('[HR57] beyond the quota for exports a new one is refused with the reason', async () => {
  await using world = await openWorld({ environment: { EXPORT_BYTES_PER_ORGANISATION: '1' } });
  const { documentId } = await documentWithHazard(world, bareDevice(world), true);
  const ask = (format: string) => world.api('POST', `/api/v1/documents/${documentId}/export`, { format });
  expect((await ask('docx')).status).toBe(202);
  await world.app.exports.run();
  const refused = await ask('pdf');
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
    503,
    '3600',
    { quota_bytes: 1 },
  ]);
  expect((await ask('docx')).status).toBe(200);
});
