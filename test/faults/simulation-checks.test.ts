/** The checks of a simulated day find what they are there for: each is right about a day, and no longer when one thing of it is changed (contract, The simulation). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../rest/support/images.ts';
import { checkPhotos } from './simulation/check-photos.ts';
import { checkRefused } from './simulation/check-refused.ts';
import { checkServer } from './simulation/check-server.ts';
import { openDay, type Day } from './simulation/day.ts';
import { checkListener, drain } from './simulation/listener.ts';
import { steps } from './simulation/seeds.ts';

let day: Day;
beforeAll(async () => {
  day = await openDay('sqlite', 32);
  await day.run(steps);
  await day.settle();
  await drain(day.world);
});
afterAll(() => day[Symbol.asyncDispose]());

test('[SM13] photos are on the server once and as taken, and a missing one is found', async () => {
  await checkPhotos(day);
  const [tablet] = day.tablets;
  tablet?.photos.set('never-sent', { site_id: '', bytes: png(1) });
  await expect(checkPhotos(day)).rejects.toThrow();
  tablet?.photos.delete('never-sent');
});

test('[SM14] a receiver has every event in order; a missing, changed or early one is found', async () => {
  const { world, listener } = day;
  const requests = listener?.requests ?? [];
  const [test_, first, ...others] = requests;
  if (!test_ || !first) throw new Error('nothing was received');
  await checkListener(world, { requests });
  await checkListener(world, { requests: [...requests, first] });
  await expect(checkListener(world, { requests: [test_, ...others] })).rejects.toThrow();
  await expect(checkListener(world, { requests: [test_, ...others, first] })).rejects.toThrow(/events of/);
  const changed = { ...first, body: Buffer.from(String(first.body).replace('"timestamp":"2', '"timestamp":"3')) };
  await expect(checkListener(world, { requests: [test_, changed, ...others] })).rejects.toThrow();
});

test('[SM16] office, answers and tablets agree on refusals, and a missing one is found', async () => {
  const { world, history, tablets } = day;
  await checkRefused(day);
  const { db } = world.app.commitContext.store;
  const refused = await db.selectFrom('command').selectAll().where('status', '=', 'refused').execute();
  const one = refused.find(({ id }) => tablets.some(({ made }) => made.has(id)));
  if (!one?.answer) throw new Error('nothing was refused');
  const change = (to: { status?: string; answer?: string }): Promise<unknown> =>
    world.app.commitContext.store.transaction((trx) =>
      trx.updateTable('command').set(to).where('id', '=', one.id).execute(),
    );
  await change({ status: 'noop' });
  await expect(checkRefused(day)).rejects.toThrow();
  await change({ status: 'refused', answer: one.answer.replace('"code":"', '"code":"un') });
  await expect(checkRefused(day)).rejects.toThrow();
  await change({ answer: one.answer });
  await checkRefused(day);
  // Given up behind the simulation's back.
  const holder = tablets.find(({ made }) => made.has(one.id));
  const [shown] = (await holder?.device.outbox.refused()) ?? [];
  await holder?.device.outbox.discard(shown?.id ?? '');
  await expect(checkRefused(day)).rejects.toThrow();
  expect(history.fault).toBeUndefined();
});

test('[SM15] an answer that nothing explains is found, and a decision on unseen content', async () => {
  const { history, tablets } = day;
  const { decisions } = history.model;
  await checkServer(day);
  const [decision] = decisions;
  if (!decision) throw new Error('nobody decided');
  decisions.push({ ...decision, isStale: !decision.isStale });
  await expect(checkServer(day)).rejects.toThrow(/round \d/);
  decisions.pop();
  const [tablet] = tablets;
  if (!tablet) throw new Error('there is no tablet');
  const { device } = tablet;
  const site = (await device.sites.find()).at(0);
  const project_id = site?.project_id ?? null;
  const documentId = await device.documents.create({ title: 'Lifting', document_type: 'rams', project_id });
  await device.sync();
  const life = history.model.life(documentId);
  life.status = 'archived';
  await device.documents.patch(documentId, { title: 'Lifting of panels' });
  await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
  expect(String(history.fault)).toMatch(/said “applied” .* foreseen was document_archived/);
  life.status = 'draft';
});
