/** The permits of the sample, loaded on the day they are of, and read back field by field (contract, Permit to work). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { get, list } from './read-back.ts';
import { comparable, inMilliseconds, sampleFile, type Fields } from './sample-files.ts';
import { load } from './terminal.ts';

// The shape of the repository's own file.
const files = inMilliseconds(sampleFile('permits.json') as readonly Fields[]);

describe.each(engines)('the permits of the sample on %s', (engine) => {
  let world: World;

  beforeAll(async () => {
    // When the third had just been stopped, and the second was open.
    world = await openWorld({ engine, startsAt: '2026-11-19T11:30:00.000Z' });
    const { code, stderr } = await load(world);
    if (code !== 0) throw new Error(stderr);
    await world.app.calendar.run();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(files.map((file) => [file['permit_number'], file]))('[PW16] %s reads back whole', async (_number, file) => {
    const found = await get(world, `/permits/${file.id}`);
    expect(comparable(found, file, [])).toEqual(comparable(file, file, []));
  });

  it('[PW16] everything done is in the log, with the file’s times, under the load’s token', async () => {
    const { log } = (await get(world, `/permits/${files[0]?.id}`)) as { log: readonly JsonObject[] }; // the reply's shape
    expect(log.map(({ action, at }) => [action, String(at).slice(11, 16)])).toEqual([
      ['request', '06:50'],
      ['authorise', '07:35'],
      ['accept', '07:52'],
      ['open', '08:00'],
      ['suspend', '10:22'],
      ['resume', '11:05'],
      ['work_complete', '13:35'],
      ['start_fire_watch', '13:35'],
      ['end_fire_watch', '14:40'],
      ['reinstate_isolation', '15:12'],
      ['final_check', '15:17'],
      ['close', '15:20'],
    ]);
    for (const entry of log) expect(entry).toMatchObject({ recorded_by: { name: 'Administrator' }, origin: 'sync' });
  });

  it('[PW16] a second load leaves what is there alone', async () => {
    const before = await list(world, '/permits');
    expect(before).toHaveLength(3);
    const again = await load(world);
    expect(again.stderr).toContain('permit PTW-HW-0042 … already there');
    expect(await list(world, '/permits')).toEqual(before);
  });
});
