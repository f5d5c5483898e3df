/** Writing on in a field that is disputed: one open conflict with the last words, not one with each pause. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, queued, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { disputed, hazardOf, type Dispute } from './support/disputed.ts';

const nameOf = async (dispute: Dispute): Promise<unknown> => (await hazardOf(dispute))['name'];

describe.each(engines)('on %s', (engine) => {
  test('[MG30] who writes on in a disputed field has one conflict, from where they began', async () => {
    await using world = await openWorld({ engine });
    const dispute = await disputed(world);
    await dispute.write(['Fall', 'Fall of']);
    await dispute.write(['Fall of', 'Fall of a person'], ['Fall of a person', 'Fall of a person from height']);
    const [open, ...others] = await dispute.conflicts('open');
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      was: 'Fall',
      theirs: 'Fall from the roof',
      mine: 'Fall of a person from height',
      kept: 'theirs',
    });
    const ended = await dispute.conflicts('settled');
    expect(ended.map(({ mine }) => mine)).toEqual(expect.arrayContaining(['Fall of', 'Fall of a person']));
    // One notice to those who settle, not three.
    const { body } = await world.api<{ data: { type: string }[] }>('GET', '/api/v1/notifications?per_page=100');
    expect(body.data.filter(({ type }) => type === 'sync_conflict')).toHaveLength(1);
    expect(await nameOf(dispute)).toBe('Fall from the roof');
    await world.api('POST', `/api/v1/conflicts/${String(open?.['id'])}/settle`, { resolution: 'take' });
    expect(await nameOf(dispute)).toBe('Fall of a person from height');
    // What was taken is what is written on.
    await dispute.write(['Fall of a person from height', 'Fall of a person']);
    expect([await nameOf(dispute), await dispute.conflicts('open')]).toEqual(['Fall of a person', []]);
  });
});

test('[MG30] it ends when its author writes what the record says', async () => {
  await using world = await openWorld();
  const dispute = await disputed(world);
  await dispute.write(['Fall', 'Fall of']);
  await dispute.write(['Fall of', 'Fall from the roof']);
  expect(await dispute.conflicts('open')).toEqual([]);
  expect(await dispute.conflicts('settled')).toMatchObject([{ mine: 'Fall of', resolution: 'keep' }]);
});

test('[MG30] a newer value of the others is named, and their own conflicts stay', async () => {
  await using world = await openWorld();
  const dispute = await disputed(world);
  await bareDevice(world).push([patch('hazard', dispute.hazardId, { name: 'Fall of' }, { name: 'Fall' })]);
  await dispute.write(['Fall', 'Fall of']);
  await bareDevice(world).push([patch('hazard', dispute.hazardId, { name: 'Fall from the crane' })]);
  await dispute.write(['Fall of', 'Fall of a person']);
  const open = await dispute.conflicts('open');
  expect(open.map(({ theirs, mine }) => `${String(theirs)}: ${String(mine)}`).toSorted()).toEqual([
    'Fall from the crane: Fall of a person',
    'Fall from the roof: Fall of',
  ]);
});

test('[MG30] its author can settle it in any way, also once the record says their value', async () => {
  await using world = await openWorld();
  const { hazardId, tablet, conflicts } = await disputed(world);
  const own = bareDevice(world);
  await own.push([patch('hazard', hazardId, { name: 'Fall of' }, { name: 'Fall' })]);
  await tablet.push([patch('hazard', hazardId, { name: 'Fall of' })]);
  const [open] = await conflicts('open');
  const settle = { resolution: 'write', value: 'Fall of a person', seen: 'Fall of' };
  const { status } = await world.api('POST', `/api/v1/conflicts/${String(open?.['id'])}/settle`, settle);
  expect([status, await conflicts('open')]).toEqual([200, []]);
});

test('[MG30] of a text the proposal has the words of both from where they began', async () => {
  await using world = await openWorld();
  const { hazardId, tablet, conflicts } = await disputed(world);
  const description = (first: string, last: string) => ({ description: `${first}\n2\n3\n4\n${last}` });
  const office = bareDevice(world);
  await office.push([patch('hazard', hazardId, description('red', 'one'))]);
  await office.push([patch('hazard', hazardId, description('blue', 'three'))]);
  const pauses = [description('red', 'one'), description('green', 'one'), description('green', 'four')];
  await tablet.push([patch('hazard', hazardId, pauses[1] ?? {}, pauses[0])]);
  await tablet.push([patch('hazard', hazardId, pauses[2] ?? {}, pauses[1])]);
  const open = await conflicts('open');
  expect(open).toHaveLength(1);
  for (const word of ['blue', 'green', 'three', 'four']) expect(String(open[0]?.['proposal'])).toContain(word);
});

test('[MG30] a rating that changed the record in the end is told', async () => {
  await using world = await openWorld();
  const { hazardId, tablet, conflicts } = await disputed(world);
  const rate = (now: number, seen?: number) =>
    patch('hazard', hazardId, { severity_before: now }, seen === undefined ? undefined : { severity_before: seen });
  await bareDevice(world).push([rate(2), rate(4)]);
  await tablet.push([rate(3, 2)]);
  await tablet.push([rate(5, 3)]);
  expect(await conflicts('open')).toMatchObject([{ was: 2, theirs: 4, mine: 5, kept: 'mine' }]);
  const { body } = await world.api<{ data: { type: string }[] }>('GET', '/api/v1/notifications?per_page=100');
  expect(body.data.filter(({ type }) => type === 'sync_conflict')).toHaveLength(2);
});

test('[MG34] of a text it goes on with a line that clashes with nothing', async () => {
  await using world = await openWorld();
  const dispute = await disputed(world);
  const { hazardId, tablet, conflicts } = dispute;
  const office = bareDevice(world);
  const text = (...lines: readonly string[]): JsonObject => ({ description: lines.join('\n') });
  const [edge, roof, rim] = ['edge', 'ROOF', 'RIM'].map((word) => `A fall from the ${word} of the slab`);
  await office.push([patch('hazard', hazardId, text(edge ?? '')), patch('hazard', hazardId, text(roof ?? ''))]);
  const pauses = [text(edge ?? ''), text(rim ?? ''), text(rim ?? '', 'Keep 2 m away'), text('BRINK', 'Keep 2 m away')];
  const write = (n: number, seen = n - 1) => tablet.push([patch('hazard', hazardId, pauses[n] ?? {}, pauses[seen])]);
  await write(1);
  for (const n of [2, 3]) {
    await write(n);
    expect(await hazardOf(dispute)).toMatchObject({ description: roof });
    const mine = pauses[n]?.['description'];
    expect(await conflicts('open')).toMatchObject([{ was: edge, theirs: roof, mine, kept: 'theirs' }]);
  }
  const { body } = await world.api<{ data: { type: string }[] }>('GET', '/api/v1/notifications?per_page=100');
  expect(body.data.filter(({ type }) => type === 'sync_conflict')).toHaveLength(1);
  // Without the disputed word only the line is left of it.
  pauses.push(text(edge ?? '', 'Keep 2 m away'));
  await write(4);
  expect(await hazardOf(dispute)).toMatchObject(text(roof ?? '', 'Keep 2 m away'));
  expect(await conflicts('open')).toEqual([]);
});

describe('of ratings', () => {
  const rating = (value: number): JsonObject => ({ severity_before: value });

  /** Of severity 3 the office has made `office`, which the tablet has not seen. */
  async function rated(world: World, office: number) {
    const dispute = await disputed(world);
    const { hazardId, tablet } = dispute;
    await bareDevice(world).push([patch('hazard', hazardId, rating(3)), patch('hazard', hazardId, rating(office))]);
    return {
      ...dispute,
      rate: (seen: number, value: number) => tablet.push([patch('hazard', hazardId, rating(value), rating(seen))]),
      now: async () => (await hazardOf(dispute))['severity_before'],
    };
  }

  test('[MG32] the safer rating holds until a person decides, however often one is written', async () => {
    await using world = await openWorld();
    const { rate, now, conflicts, hazardId } = await rated(world, 4);
    await rate(3, 5);
    expect(await now()).toBe(5);
    expect(await rate(5, 2)).toMatchObject([{ status: 'merged', conflicts: [{ kept: 'theirs' }] }]);
    expect(await now()).toBe(4);
    expect(await conflicts('open')).toMatchObject([{ was: 3, theirs: 4, mine: 2, kept: 'theirs' }]);
    await rate(2, 5);
    expect(await now()).toBe(5);
    expect(await conflicts('open')).toMatchObject([{ was: 3, theirs: 4, mine: 5, kept: 'mine' }]);
    await rate(5, 3);
    expect(await now()).toBe(4);
    // Somebody decides.
    await bareDevice(world).push([patch('hazard', hazardId, rating(1), rating(4))]);
    expect(await now()).toBe(1);
  });

  test('[MG32] a higher one goes on, and the other value ends it', async () => {
    await using world = await openWorld();
    const { rate, now, conflicts, tablet, hazardId } = await rated(world, 2);
    await rate(3, 4);
    await tablet.push([patch('hazard', hazardId, rating(4), rating(4))]);
    expect(await conflicts('open')).toMatchObject([{ was: 3, theirs: 2, mine: 4, kept: 'mine' }]);
    await rate(4, 5);
    expect(await conflicts('open')).toMatchObject([{ was: 3, theirs: 2, mine: 5, kept: 'mine' }]);
    await rate(5, 2);
    expect([await now(), await conflicts('open')]).toEqual([2, []]);
  });

  test('[MG32] what is no rating is refused', async () => {
    await using world = await openWorld();
    const { rate, now, conflicts } = await rated(world, 4);
    await rate(3, 5);
    expect(await rate(5, 1.5)).toMatchObject([{ status: 'refused' }]);
    expect([await now(), (await conflicts('open')).map(({ mine }) => mine)]).toEqual([5, [5]]);
  });

  test('[MG32] a decision is not merged again', async () => {
    await using world = await openWorld();
    const { rate, now, conflicts } = await rated(world, 4);
    await rate(3, 5);
    const [open] = await conflicts('open');
    await world.api('POST', `/api/v1/conflicts/${String(open?.['id'])}/settle`, { resolution: 'write', value: 1 });
    expect([await now(), await conflicts('open')]).toEqual([1, []]);
  });

  test('[MG32] nor with another dispute of the one who decides', async () => {
    await using world = await openWorld();
    const { hazardId, tablet, now, conflicts } = await rated(world, 3);
    const office = bareDevice(world);
    await office.push([patch('hazard', hazardId, rating(2))]);
    await tablet.push([patch('hazard', hazardId, rating(3), rating(2))]);
    await office.push([patch('hazard', hazardId, rating(5), rating(2))]);
    await tablet.push([patch('hazard', hazardId, rating(4), rating(2))]);
    const told = (await conflicts('open')).find(({ mine }) => mine === 4);
    const body = { resolution: 'write', value: 1, seen: 5 };
    await world.api('POST', `/api/v1/conflicts/${String(told?.['id'])}/settle`, body);
    expect(await now()).toBe(1);
  });

  test('[MG32] nor is one that its author makes on a device', async () => {
    await using world = await openWorld();
    const { rate, now, conflicts, hazardId, tablet } = await rated(world, 4);
    await rate(3, 5);
    const [open] = await conflicts('open');
    const args = { resolution: 'write' };
    const settle = { op: 'act', kind: 'conflict', id: open?.['id'], action: 'settle', args };
    const edit = world.app.commitContext.newId();
    const { body } = await tablet.send([
      { id: edit, command: patch('hazard', hazardId, rating(1), rating(5)) },
      queued(world, settle, { depends_on: [edit] }),
    ]);
    expect(body.results.map(({ status }) => status)).toEqual(['applied', 'applied']);
    expect([await now(), await conflicts('open')]).toEqual([1, []]);
  });
});
