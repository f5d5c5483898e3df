/** A short soak; `npm run soak` plays longer ones, and on a small disk. */
import { expect, test } from 'vitest';
import { isLongRun, report } from '../faults/table/figures.ts';
import { soak } from './soak.ts';

test('[FT10] hostile traffic loses nothing acknowledged and leaves a server that answers', async () => {
  const figures = await soak(isLongRun ? 20 : 2);
  expect(figures).toMatchObject({ lost: 0, doubled: 0 });
  expect(figures.acknowledged).toBeGreaterThan(3);
  expect(figures.peakMemory).toBeLessThan(400);
  const injected = Object.values(figures.attacks).reduce((sum, count) => sum + count, 0);
  report('overload', { injected, survived: figures.acknowledged, lost: figures.lost, doubled: figures.doubled });
});
