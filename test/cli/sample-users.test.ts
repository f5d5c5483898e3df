/** `sample load`: the users of the sample, read back field by field (contract, The sample organisation and the site day). */
import { expect, it } from 'vitest';
import { openWorld } from '../kit/world.ts';
import { get } from './read-back.ts';
import { comparable, sampleFile, type Fields } from './sample-files.ts';
import { load } from './terminal.ts';

/** The shape of the repository's own file. */
const userFiles = sampleFile('users.json') as readonly Fields[];

it('[SL2] every user reads back whole, under the id of the sample', async () => {
  await using world = await openWorld();
  expect(await load(world)).toMatchObject({ code: 0, stderr: expect.stringContaining('users … 18 sent') });
  for (const file of userFiles)
    expect(comparable(await get(world, `/users/${file.id}`), file, ['organisation_id'])).toEqual(
      comparable(file, file, ['organisation_id']),
    );
});

it('[SL7] an admin’s token is told that it cannot load the owner', async () => {
  await using world = await openWorld();
  const { code, stderr } = await load(world, '--token', await world.token('admin'));
  expect(code).toBe(1);
  expect(stderr).toContain('user Grant Holloway was refused: Only an owner can create an owner.');
});
