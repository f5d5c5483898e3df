/** An open page of the office whose server is gone, and whose session ends. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { readConfig } from '../../../server/base/config.ts';
import { openLog } from '../../../server/base/log.ts';
import { openApp } from '../../../server/run/app.ts';
import { look } from './look.ts';
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
  const review = await openReview(page, rest);
  await app.close();
  await review.getByText('No connection. You can read and write here; the next step needs the server.').waitFor();
  for (const step of steps) await expect.poll(() => review.getByRole('button', { name: step }).isDisabled()).toBe(true);
  await review.getByLabel('Note').fill('Kept while the server is away.');
  await look(review, 'review-cut');
  await banner.getByText('No connection.').waitFor();
  await banner.getByRole('button', { name: 'Try again' }).click(); // too early
  await using _again = await openApp(readConfig({ ...environment, PORT: new URL(app.url).port }), {
    now: Date.now,
    random: (bytes) => randomBytes(bytes),
    log: openLog('silent'),
  });
  await review.evaluate(() => void dispatchEvent(new Event('online')));
  for (const step of steps) await expect.poll(() => review.getByRole('button', { name: step }).isEnabled()).toBe(true);
  expect(await review.getByLabel('Note').inputValue()).toBe('Kept while the server is away.');
  await review.close();
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

const steps = ['Approve version', 'Ask for changes', 'Withdraw from review'];

/** A version under review, in a tab of its own. */
async function openReview(page: Page, rest: RestClient): Promise<Page> {
  const { id: document } = await rest.createDocument({ body: { title: 'Night work', document_type: 'toolbox_talk' } });
  await rest.createHazard({ document, body: { name: 'Dark', controls: [{ description: 'Lamps' }] } });
  await rest.submitReview({ document, body: {} });
  const [storageState, baseURL] = [await page.context().storageState(), new URL(page.url()).origin];
  const review = await page.context().browser()?.newPage({ baseURL, storageState });
  if (!review) throw new Error('the browser is gone');
  await review.goto(`/office/documents/${document}/review`);
  for (const step of steps) await expect.poll(() => review.getByRole('button', { name: step }).isEnabled()).toBe(true);
  return review;
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
