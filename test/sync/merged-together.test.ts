/** Who writes on in what was merged: when it is one record, and when another (contract, Merging, MG36). */
import { describe, expect, test } from 'vitest';
import { mostKept } from '../../server/commit/kept-edits.ts';
import { bareDevice } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { stop, writers } from './support/merge-writers.ts';

const hour = 3_600_000;

describe.each(engines)('on %s', (engine) => {
  test('[MG36] who writes on within the hour adds to what is kept, and after it begins anew', async () => {
    await using world = await openWorld({ engine });
    const { owen, write, merged } = await writers(world, '1\n2\n3\n4');
    const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
    await write(paul, stop('one\n2\n3\n4'));
    await write(owen, stop('1\n2\n3\nfour'), stop('1\n2\n3\n4'));
    world.clock.advance(hour - 1000);
    await write(paul, stop('one\ntwo\n3\n4'), stop('one\n2\n3\n4'));
    expect(await merged()).toMatchObject([
      { was: '1\n2\n3\n4', theirs: 'one\ntwo\n3\n4', mine: '1\n2\n3\nfour', result: 'one\ntwo\n3\nfour', edits: 2 },
    ]);
    world.clock.advance(1000);
    await write(owen, stop('1\n2\nthree\nfour'), stop('1\n2\n3\nfour'));
    expect(await merged()).toMatchObject([
      { was: '1\n2\n3\nfour', mine: '1\n2\nthree\nfour', result: 'one\ntwo\nthree\nfour', edits: 1 },
      { result: 'one\ntwo\n3\nfour', edits: 2 },
    ]);
  });
});

test('[MG36] what somebody changed in between begins anew, so that each explains its result', async () => {
  await using world = await openWorld();
  const { owen, write, merged } = await writers(world, '1\n2\n3\n4');
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await write(paul, stop('one\n2\n3\n4'));
  await write(owen, stop('1\n2\n3\nfour'), stop('1\n2\n3\n4'));
  // Paul takes back those words, having seen all of it.
  await write(paul, stop('1\n2\n3\nfour'), stop('one\n2\n3\nfour'));
  world.clock.advance(60_000);
  await write(owen, stop('one\ntwo\n3\nfour'), stop('one\n2\n3\nfour'));
  const [later, earlier] = await merged();
  expect(later).toMatchObject({ theirs: '1\n2\n3\nfour', result: '1\ntwo\n3\nfour', edits: 1 });
  expect(earlier).toMatchObject({ mine: '1\n2\n3\nfour', result: 'one\n2\n3\nfour', edits: 1 });
});

test('[MG36] of one field no more than twenty are kept in an hour', async () => {
  await using world = await openWorld();
  const lines = Array.from({ length: 4 }, (_, i) => `line ${i}`);
  const { owen, write, merged } = await writers(world, lines.join('\n'));
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  let now = lines.join('\n');
  for (let i = 1; i <= mostKept + 1; i++) {
    const before = now;
    const [theirs, mine] = [before.replace(/^.*/, `first ${i}`), before.replace(/.*$/, `last ${i}`)];
    await write(paul, stop(theirs), stop(before));
    await write(owen, stop(mine), stop(before));
    now = theirs.replace(/.*$/, `last ${i}`);
    expect(await merged('?per_page=100')).toHaveLength(Math.min(i, mostKept));
  }
  expect((await merged())[0]).toMatchObject({ result: now, edits: 2 });
});

test('[MG36] each side has the time of its last words', async () => {
  await using world = await openWorld();
  const { owen, write, merged } = await writers(world, '1\n2\n3\n4');
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await write(paul, stop('one\n2\n3\n4'));
  await write(owen, stop('1\n2\n3\nfour'), stop('1\n2\n3\n4'));
  const [first] = await merged();
  world.clock.advance(60_000);
  await write(paul, stop('one\ntwo\n3\n4'), stop('one\n2\n3\n4'));
  const [then] = await merged();
  expect(then).toMatchObject({ edits: 2, author_at: first?.['author_at'] });
  expect(Date.parse(String(then?.['other_at']))).toBeGreaterThan(Date.parse(String(first?.['author_at'])));
});

test('[MG36] other people, and other fields, are kept by themselves', async () => {
  await using world = await openWorld();
  const { owen, write, merged } = await writers(world, '1\n2\n3\n4');
  const [paul, kay] = [
    bareDevice(world, await world.token('manager', undefined, 'Paul Strand')),
    bareDevice(world, await world.token('author', undefined, 'Kay Moss')),
  ];
  await write(paul, stop('one\n2\n3\n4'));
  await write(owen, stop('1\n2\n3\nfour'), stop('1\n2\n3\n4'));
  await write(kay, stop('1\n2\nthree\n4'), stop('1\n2\n3\n4'));
  // Writes on without having seen Kay's words: hers is the other name then.
  await write(owen, stop('1\n2 or 3\n3\nfour'), stop('1\n2\n3\nfour'));
  const pairs = (await merged()).map(({ author, other, edits }) => [author, other, edits]);
  const named = (name: string) => expect.objectContaining({ name });
  expect(pairs).toEqual([
    [named('Kay Moss'), named('Owen Price'), 2],
    [named('Owen Price'), named('Paul Strand'), 1],
  ]);
});
