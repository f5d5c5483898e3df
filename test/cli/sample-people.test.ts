/** `sample load`: workers with their cards and incidents in the state of the sample, read back field by field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { get } from './read-back.ts';
import { comparable, sampleFile, type Fields } from './sample-files.ts';
import { load } from './terminal.ts';

// The shapes of the repository's own files.
const workerFiles = sampleFile('workers.json') as readonly (Fields & {
  readonly competence_cards: readonly object[];
})[];
const incidentFiles = sampleFile('incidents.json') as readonly Fields[];

describe.each(engines)('people of the sample on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ engine });
    const { code, stderr } = await load(world);
    if (code !== 0) throw new Error(stderr);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(workerFiles.map((file) => [file['name'], file] as const))(
    '[WK13] worker %s reads back whole; each card got an id',
    async (_name, file) => {
      const owned = ['created_at', 'pin_set', 'competence_cards'];
      const found = await get(world, `/workers/${file.id}`);
      expect(comparable(found, file, owned)).toEqual(comparable(file, file, owned));
      expect(found['competence_cards']).toEqual(
        file.competence_cards.map((card) => ({ ...card, id: expect.any(String) })),
      );
    },
  );

  it.each(incidentFiles.map((file) => [file['reference'], file] as const))(
    '[IN15] incident %s reads back whole, without the name that it withholds',
    async (_reference, file) => {
      const anonymous = file['anonymous'] === true;
      const owned = ['organisation_id', ...(anonymous ? ['reported_by'] : [])];
      const found = await get(world, `/incidents/${file.id}`);
      expect(comparable(found, file, owned)).toEqual(comparable(file, file, owned));
      expect(found['reported_by'] === null).toBe(anonymous || file['reported_by'] === null);
    },
  );

  it('[IN15] loading them again changes nothing', async () => {
    await world.app.calendar.run(); // what the sample’s dates make due is done then, and not between two looks
    const feed = (): Promise<unknown> => world.app.commitContext.store.db.selectFrom('feed').selectAll().execute();
    const before = await feed();
    expect((await load(world)).stderr).toContain('incident INC-2026-0034 … already there');
    expect(await feed()).toEqual(before);
  });
});
