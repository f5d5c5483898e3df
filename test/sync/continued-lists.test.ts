/** Writing on in a list of which an item is disputed: one open conflict, which is settled once. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, patch } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';
import { disputed, hazardOf } from './support/disputed.ts';

const wordsOf = (value: unknown) => (value as { description: string }[]).map(({ description }) => description);

/** The first control of two was “Net”, the office has made it “Safety net”, and the tablet has not seen it. */
async function disputedControl(world: World) {
  const dispute = await disputed(world);
  const ids = [0, 1, 2].map(() => world.app.commitContext.newId());
  const controls = (...words: readonly string[]): JsonObject => ({
    controls: words.flatMap((description, i) => (description === '' ? [] : [{ id: ids[i] ?? '', description }])),
  });
  const { hazardId, tablet } = dispute;
  const change = (...words: readonly string[]) => patch('hazard', hazardId, controls(...words));
  const office = bareDevice(world);
  let seen = controls('Net', 'Rail');
  await office.push([change('Net', 'Rail')]);
  return {
    ...dispute,
    office: (...words: readonly string[]) => office.push([change(...words)]),
    write: async (...words: readonly string[]) => {
      await tablet.push([patch('hazard', hazardId, controls(...words), seen)]);
      seen = controls(...words);
    },
    now: async () => wordsOf((await hazardOf(dispute))['controls']),
    settle: (conflict: JsonObject | undefined, resolution: string, more: JsonObject = {}) =>
      world.api('POST', `/api/v1/conflicts/${String(conflict?.['id'])}/settle`, { resolution, ...more }),
  };
}

test('[MG33] one item has one conflict with the last words, and is settled once', async () => {
  await using world = await openWorld();
  const { office, write, now, conflicts, settle } = await disputedControl(world);
  await office('Safety net', 'Rail');
  for (const pause of ['Edge nets', 'Edge nets and', 'Edge nets and harness']) await write(pause, 'Rail');
  expect(await now()).toEqual(['Safety net', 'Rail']);
  const [open, ...others] = await conflicts('open');
  expect(others).toEqual([]);
  expect([open?.['was'], open?.['theirs'], open?.['mine']].map(wordsOf)).toEqual([
    ['Net', 'Rail'],
    ['Safety net', 'Rail'],
    ['Edge nets and harness', 'Rail'],
  ]);
  await settle(open, 'take');
  expect([await now(), await conflicts('open')]).toEqual([['Edge nets and harness', 'Rail'], []]);
  await office('Safety net', 'Rail');
  await write('Edge nets', 'Rail');
  await write('Safety net', 'Rail');
  expect([await now(), await conflicts('open')]).toEqual([['Safety net', 'Rail'], []]);
});

test('[MG33] other items go on as they are written, and what others write since stays', async () => {
  await using world = await openWorld();
  const { office, write, now, conflicts, settle } = await disputedControl(world);
  await office('Safety net', 'Rail');
  await write('Edge nets', 'Rail');
  await write('Edge nets', 'Guard rail');
  await write('Edge nets', 'Guard rail at 950 mm');
  await office('Safety net', 'Guard rail at 950 mm', 'Harness');
  await write('Edge nets, checked', 'Guard rail at 1 m');
  expect(await now()).toEqual(['Safety net', 'Guard rail at 1 m', 'Harness']);
  const [open, ...others] = await conflicts('open');
  expect([wordsOf(open?.['mine']), others]).toEqual([['Edge nets, checked', 'Guard rail at 1 m'], []]);
  await settle(open, 'take');
  expect(await now()).toEqual(['Edge nets, checked', 'Guard rail at 1 m', 'Harness']);
  expect(await conflicts('open')).toEqual([]);
});

test('[MG33] an item that the others removed goes on, and can still be removed', async () => {
  await using world = await openWorld();
  const { office, write, now, conflicts, settle } = await disputedControl(world);
  await office('', 'Rail');
  await write('Edge nets', 'Rail');
  await write('Edge nets, checked', 'Rail');
  expect(await now()).toEqual(['Rail', 'Edge nets, checked']);
  const [open, ...others] = await conflicts('open');
  expect(others).toEqual([]);
  await settle(open, 'take');
  expect([await now(), await conflicts('open')]).toEqual([['Rail'], []]);
});

test('[MG33] what is taken replaces what was seen of the item, and nothing beside it', async () => {
  await using world = await openWorld();
  const { office, write, now, conflicts, settle } = await disputedControl(world);
  await office('Safety net', 'Rail');
  await write('Edge nets', 'Rail');
  await office('Safety net, checked', 'Guard rail', 'Harness');
  const [open] = await conflicts('open');
  await settle(open, 'take', { seen: open?.['now'] ?? null });
  expect([await now(), await conflicts('open')]).toEqual([['Edge nets', 'Guard rail', 'Harness'], []]);
  await office('Safety net', 'Rail');
  await write('Edge nets, checked', 'Rail');
  await office('', 'Rail');
  const [again] = await conflicts('open');
  await settle(again, 'take', { seen: again?.['now'] ?? null });
  expect([await now(), await conflicts('open')]).toEqual([['Rail', 'Edge nets, checked'], []]);
});
