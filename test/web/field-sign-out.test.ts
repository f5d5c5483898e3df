/** Signing a tablet out whose work waits: the question whether its file is there may stay without an answer. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openField } from './support/open-field.ts';
import { enrol, keepInBrowser, keptKeys, press, sign } from './support/tablet.ts';

const decided = 'decided powra 01a22139-59f5-75a6-939c-8983354a7f44';

test('[WB552] who leaves the question about the file works on, and what waits is sent', async () => {
  await using field = await openField(['Ann', 'Bob']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  await page.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Ann');
  await askForFile(page);
  await page.getByRole('link', { name: 'Permits' }).first().click();
  await field.startServer();
  const sent = async () => (await field.rest.listSignoffs({ document: field.documentId })).data;
  await expect.poll(async () => (await sent()).map(({ worker }) => worker.name)).toEqual(['Ann']);

  await field.stopServer();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Bob');
  await askForFile(page);
  // In another tab a check is decided meanwhile, which the file does not have.
  await keepInBrowser(page, decided, {});
  await press(page, 'The file is there: remove everything');
  await page.getByRole('heading', { name: 'Sending' }).waitFor();
  expect(await keptKeys(page)).toContain(decided);
});

test('[WB552] while everything is removed no second file is offered', async () => {
  await using field = await openField(['Ann']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const other = await context.newPage();
  await other.goto('/field.webmanifest');
  // Its connections hold up the removal until it is closed.
  await other.evaluate(`indexedDB.databases().then((all) => Promise.all(all.map(({ name }) =>
    new Promise((resolve) => { indexedDB.open(name).onsuccess = resolve; }))))`);
  await field.stopServer();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Ann');
  await askForFile(page);
  await press(page, 'The file is there: remove everything');
  const again = page.getByRole('button', { name: 'Save to a file and sign out' });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  await other.close();
  await page.getByLabel('Code').waitFor();
});

async function askForFile(page: Page): Promise<void> {
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out', 'Remove everything');
  await page.getByLabel('Passphrase for the file').fill('eight hard hats');
  await press(page, 'Save to a file and sign out');
  await page.getByRole('button', { name: 'The file is there' }).waitFor();
}
