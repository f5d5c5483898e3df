/** A short storm by a fixed seed (test/storm/storm.ts). `npm run storm` plays longer ones. */
import { expect, test } from 'vitest';
import { isClean, reportText } from './report.ts';
import { storm } from './storm.ts';

test('[FT3] a storm of kills, cuts, clones and restores loses and doubles nothing', { timeout: 600_000 }, async () => {
  // At a pace that leaves the processors to the tests beside it.
  const report = await storm({ engine: 'postgres', seed: 3, minutes: 1, stepMs: 120 });
  expect(isClean(report), reportText(report)).toBe(true);
  expect(report.acknowledged).toBeGreaterThan(20);
});
