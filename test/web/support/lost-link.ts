/** An open page of the office whose server is gone, and whose session ends. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { readConfig } from '../../../server/base/config.ts';
import { openLog } from '../../../server/base/log.ts';
import { openApp } from '../../../server/run/app.ts';
import type { OpenOffice } from './open-office.ts';

/** The server is another one on the same address when it ends; `rest` reaches both. */
export async function saysThatItIsOld({ page, app, environment }: OpenOffice, rest: RestClient): Promise<void> {
  await page.goto('/office/sites');
  const banner = page.locator('.link-banner');
  const shown = page.getByRole('main');
  await shown.getByText('Block C tower').first().waitFor();
  const addSite = async (name: string): Promise<void> => {
    const [project] = (await rest.listProjects()).data;
    await rest.createSite({ body: { project_id: project?.id ?? '', name } });
  };
  await app.close();
  await banner.getByText('No connection.').waitFor();
  await banner.getByRole('button', { name: 'Try again' }).click(); // too early
  await using _again = await openApp(readConfig({ ...environment, PORT: new URL(app.url).port }), {
    now: Date.now,
    random: (bytes) => randomBytes(bytes),
    log: openLog('silent'),
  });
  await addSite('Block D tower');
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await shown.getByText('Block D tower').first().waitFor();
  await expect.poll(() => banner.count()).toBe(0);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await addSite('Block E tower');
  await banner.getByText('You were signed out.').waitFor();
  expect(await shown.getByText('Block E tower').count()).toBe(0);
  await page.context().addCookies(cookies); // as another tab does that signs in
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await shown.getByText('Block E tower').first().waitFor();
  await expect.poll(() => banner.count()).toBe(0);
  await saysThatItIsGone(page, rest);
}

/** As after a restore: the server knows nothing of the permit that the page shows. */
async function saysThatItIsGone(page: Page, rest: RestClient): Promise<void> {
  const { id: permit } = await rest.createPermit({ body: { permit_type: 'dig', location: 'Pit' } });
  await page.goto(`/office/permits/${permit}`);
  const ask = page.getByRole('button', { name: 'Ask for it' });
  await ask.waitFor();
  const problem = { code: 'not_found', status: 404, detail: 'There is no such permit.' };
  const address = `**/api/v1/permits/${permit}`;
  await page.route(address, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await rest.updatePermit({ permit, body: { location: 'Pit 2' } });
  await page.getByText('What this page shows is not there any more').waitFor();
  await ask.waitFor({ state: 'detached' });
  await page.unroute(address);
}
