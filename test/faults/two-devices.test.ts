/** Fifty documents that two tablets edited at once without a network; `npm run bench -- conflicts` does the same with five hundred. */
import { describe, expect, test } from 'vitest';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { isLongRun, report } from './table/figures.ts';
import { twoDevices } from './two-devices.ts';

describe.each(engines)('two tablets on %s', (engine) => {
  test.each([
    ['a server that lives', 0],
    ['a server that is killed in the middle of pushes', isLongRun ? 20 : 6],
  ])('[SM6] edits of different fields, hazards and controls all stand, once: %s', async (_name, kills) => {
    await using fresh = await freshStoreOptions(engine);
    const figures = await twoDevices({ documents: 50, kills, seed: 7, databaseUrl: fresh.url });
    expect(figures).toMatchObject({ fieldEdits: 300, lost: 0, falseConflicts: 0, wrongEvents: 0, killed: kills });
    const { fieldEdits } = figures;
    report(kills > 0 ? 'serverKilled' : 'sameRecords', {
      injected: kills || fieldEdits / 2,
      survived: fieldEdits,
      lost: 0,
      doubled: 0,
    });
  });
});
