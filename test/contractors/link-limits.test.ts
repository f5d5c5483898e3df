/** How often the link of an invitation may be used. */
import { expect, test } from 'vitest';
import { openOffice } from './office.ts';

test('[R52] what is asked by a link counts against the network that asks', async () => {
  await using office = await openOffice({
    environment: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
    limits: { quotas: { read: 2 } },
  });
  await office.invite();
  const { pathname, search } = new URL(await office.link());
  const ask = async (from: string): Promise<number> =>
    (await office.world.api('GET', pathname + search, undefined, { authorization: '', 'x-forwarded-for': from }))
      .status;
  const answers: number[] = [];
  for (const host of ['2::1', '2::2', '2::3', '3::1']) answers.push(await ask(`2001:db8:1:${host}`));
  expect(answers).toEqual([200, 200, 429, 200]);
});
