/** Followers of many writers, for a moment; `npm run bench -- pollers` does the same for a minute. */
import { expect, test } from 'vitest';
import { freshStoreOptions } from '../kit/engines.ts';
import { pollers } from './pollers.ts';

test('[SM9] a tablet and pollers by time miss nothing of six writers in two processes on PostgreSQL', async () => {
  await using fresh = await freshStoreOptions('postgres');
  const figures = await pollers(fresh.url ?? '', (own) => own < 30);
  expect(figures).toMatchObject({ writes: 180, missedByTablet: 0, missedByPollers: 0 });
  for (const rounds of figures.rounds) expect(rounds).toBeGreaterThan(1);
});
