/** Two tablets that work apart, without a network for a long time or with one that comes and goes. */
import { expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { openChance } from '../kit/clock.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { isLongRun, report } from './table/figures.ts';

const hourMs = 3_600_000;

test.each([1, 24, 30 * 24])('[FT5] work of %i hours without a network arrives once, and both agree', async (hours) => {
  await using world = await openWorld();
  const [first, second] = [await world.device(), await world.device()];
  const { documentId } = await approvedDocument(first);
  const draft = await first.documents.create({ title: 'Truss lift', document_type: 'rams' });
  const hazard = await first.hazards.create({ document_id: draft, name: 'Falling load' });
  await first.sync();
  await second.sync();
  const edits = isLongRun ? 200 : 20;
  for (let i = 0; i < edits; i++) {
    world.clock.advance((hours * hourMs) / edits);
    await first.hazards.patch(hazard, { description: `first ${i}` });
    await second.hazards.patch(hazard, { who_at_risk: `second ${i}` });
    for (const tablet of [first, second])
      await tablet.sign({ document_id: documentId, worker: { name: `Worker ${i}` }, signature: ink() });
  }
  for (const tablet of [first, second, first]) await tablet.sync();
  const wanted = { description: `first ${edits - 1}`, who_at_risk: `second ${edits - 1}` };
  for (const tablet of [first, second]) {
    expect(await tablet.hazards.get(hazard)).toMatchObject(wanted);
    expect(await tablet.signoffs.find()).toHaveLength(2 * edits);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
    expect(await tablet.verify()).toBe(true);
  }
  expect(await first.conflicts.find()).toEqual([]);
  report('partition', { injected: 2, survived: 4 * edits, lost: 0, doubled: 0 });
});

test('[FT6] on a poor network each sync gets further, and everything arrives once', async () => {
  await using world = await openWorld();
  const chance = openChance(7);
  let [requests, isUp] = [0, true];
  const flapping: typeof fetch = async (input, init) => {
    requests++;
    if (chance.below(3) === 0) isUp = !isUp;
    if (!isUp) throw new TypeError('fetch failed');
    const response = await fetch(input, init);
    if (chance.below(3) === 0) throw new TypeError('the answer was lost');
    return response;
  };
  await using tablet = await openTablet(world, { fetch: flapping });
  const names = Array.from({ length: isLongRun ? 5_000 : 500 }, (_, i) => `Project ${i}`);
  for (const name of names) await tablet.projects.create({ name });
  const failed = await exchangesUntilSent(tablet);
  expect(failed).toBeGreaterThan(3);
  expect(requests).toBeLessThan(200);
  expect((await projectsOf(world)).toSorted()).toEqual(names.toSorted());
  report('flapping', { injected: failed, survived: names.length, lost: 0, doubled: 0 });
});

/** The number of exchanges that failed. Throws when forty were not enough. */
async function exchangesUntilSent(tablet: Device): Promise<number> {
  for (let failed = 0; failed < 40; failed++) {
    const isDone = await tablet.sync().then(
      () => true,
      () => false,
    );
    if (isDone) return failed;
  }
  throw new Error('the exchange does not get further');
}

async function projectsOf(world: World): Promise<string[]> {
  const { db } = world.app.commitContext.store;
  const rows = await db.selectFrom('record').select('body').where('kind', '=', 'project').execute();
  return rows.map(({ body }) => (JSON.parse(body) as { readonly name: string }).name); // of a project
}
