/** Followers of many writers, for a moment; `npm run bench -- pollers` does the same for a minute. */
import { expect, test } from 'vitest';
import { freshStoreOptions } from '../kit/engines.ts';
import { pollers } from './pollers.ts';
import { isLongRun, report } from './table/figures.ts';

test('[SM9] a tablet and pollers by time miss nothing of six writers on PostgreSQL', async () => {
  await using fresh = await freshStoreOptions('postgres');
  const writesOfOne = isLongRun ? 200 : 30;
  const figures = await pollers(fresh.url ?? '', (own) => own < writesOfOne);
  const writes = 6 * writesOfOne;
  expect(figures).toMatchObject({ writes, missedByTablet: 0, missedByPollers: 0 });
  for (const rounds of figures.rounds) expect(rounds).toBeGreaterThan(1);
  report('polling', { injected: writes, survived: writes, lost: 0, doubled: 0 });
});
