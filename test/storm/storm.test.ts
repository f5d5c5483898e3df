/** A short storm by a fixed seed (test/storm/storm.ts). `npm run storm` plays longer ones. */
import { expect, test } from 'vitest';
import { isLongRun, report as figures } from '../faults/table/figures.ts';
import { isClean, reportText } from './report.ts';
import { storm } from './storm.ts';

test('[FT3] a storm of kills, cuts, clones and restores loses and doubles nothing', { timeout: 600_000 }, async () => {
  // At a pace that leaves the processors to the tests beside it.
  const report = await storm({ engine: 'postgres', seed: 3, minutes: isLongRun ? 2 : 1, stepMs: isLongRun ? 40 : 120 });
  expect(isClean(report), reportText(report)).toBe(true);
  expect(report.acknowledged).toBeGreaterThan(20);
  const { acknowledged, lost, doubled } = report;
  const injected = (report.tried.get('killServer') ?? 0) + (report.tried.get('serverDiesAt') ?? 0);
  figures('serverKilled', { injected, survived: acknowledged, lost: lost.length, doubled: doubled.length });
});
