/** What goes wrong with the browser of a tablet: it may clear the storage, damages it, forgets its windows, or gets a new app. */
import { readFile } from 'node:fs/promises';
import { chromium, type Page } from 'playwright';
import { expect } from 'vitest';
import { openSealed } from '../../../client-sdk/unsent/cipher.ts';
import { openUnsentText } from '../../../shared/sync/unsent-file.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { damageReplica } from './damage-replica.ts';
import { exposeStorage } from './open-field.ts';
import { press, seen } from './tablet.ts';

export async function losesProtection(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.goto('/field/report');
  await press(page, 'Near miss', 'Skip', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await exposeStorage(page.context()).catch(() => undefined); // ended already with the page that had it
  await page.goto('/field/sending');
  await page.locator('.chip', { hasText: 'Tablet may lose work' }).waitFor();
  await page.getByText('Install Sitefile from the menu').waitFor();
}

export async function startsAfresh(page: Page): Promise<void> {
  await damageReplica(page);
  await page.goto('/field');
  await page.getByRole('heading', { name: 'cannot be opened' }).waitFor();
  await seen(page, 'broken');
  await page.getByLabel('Passphrase for the file').fill('eight hard hats');
  const saving = page.waitForEvent('download');
  await press(page, 'Save what was not sent');
  await page.getByText('Saved: 1.').waitFor();
  await page.getByText('Not readable: 1.').waitFor();
  const text = await readFile(await (await saving).path(), 'utf8');
  const { commands } = await openUnsentText(text, 'eight hard hats', openSealed);
  expect(commands.map(({ command }) => command)).toMatchObject([{ op: 'create', kind: 'incident' }]);
  await press(page, 'Start afresh');
  await page.getByLabel('PIN of the person in charge').fill('482913');
  await press(page, 'Go on');
  await page.context().setOffline(false);
  await press(page, 'Start afresh');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.getByRole('link', { name: /All sent/ }).waitFor();
}

export async function tellsOfApp(page: Page, url: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/office'); // outside of what the worker serves
  await other.evaluate(`{
    const policy = trustedTypes.createPolicy('sitefile-worker', { createScriptURL: (text) => text });
    navigator.serviceWorker.register(policy.createScriptURL('/field-worker.js?next'), { scope: '/field' });
  }`);
  await page.getByText('New app version ready').waitFor();
  const browser = await chromium.launch({ executablePath: await findBrowser() });
  const strange = await browser.newPage();
  await strange.goto(`${url}/field`);
  await strange.getByText('This window forgets everything').waitFor();
  await browser.close();
}
