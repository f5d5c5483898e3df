/** Signing a tablet out whose work waits: the question whether its file is there may stay without an answer. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openField, type OpenField } from './support/open-field.ts';
import { crash, enrol, keepInBrowser, keptKeys, press, sign } from './support/tablet.ts';

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
  await page.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Ann');
  await askForFile(page);
  await holdUpWrites(other, '');
  await press(page, 'The file is there: remove everything');
  const again = page.getByRole('button', { name: 'Save to a file and sign out' });
  await again.waitFor();
  expect(await again.isDisabled()).toBe(true);
  await other.close();
  await page.getByLabel('Code').waitFor();
});

test('[WB552] a check that is decided while signing out waits for the server stays', async () => {
  await using field = await openField(['Ann']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v1/sync/**', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await page.goto('/field/more');
  await asked.promise;
  await press(page, 'Sign this tablet out', 'Remove everything');
  const remove = page.getByRole('button', { name: 'Remove everything' });
  await expect.poll(() => remove.isDisabled()).toBe(true);
  await keepInBrowser(page, decided, {});
  answered.resolve();
  await page.getByRole('heading', { name: 'Sending' }).waitFor();
  expect(await keptKeys(page)).toEqual(expect.arrayContaining(['enrolment', decided]));
});

test('[WB552] a check decided while everything is removed is there at the next enrolment', async () => {
  await using field = await openField(['Ann']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const other = await context.newPage();
  await other.goto('/field.webmanifest');
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out');
  await page.getByRole('button', { name: 'Remove everything' }).waitFor();
  await holdUpWrites(other, 'records');
  await press(page, 'Remove everything');
  await expect.poll(() => isGivenUp(page)).toBe(true);
  await keepInBrowser(page, decided, {});
  await other.close();
  await page.getByLabel('Code').waitFor();
  expect(await keptKeys(page)).toEqual([decided]);
});

test('[WB556] a tab that was frozen while another signed out and enrolled works on as that one', async () => {
  await using field = await openField(['Ann', 'Bob']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const frozen = await context.newPage();
  await frozen.goto(`/field/d/${field.documentId}/brief`);
  await frozen.locator('a.row', { hasText: 'Bob' }).waitFor();
  const session = await context.newCDPSession(frozen);
  // Its script stops at its next step, and misses the messages of the other tab.
  await session.send('Debugger.enable');
  await session.send('Debugger.pause');
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out', 'Remove everything');
  await page.getByLabel('Code').waitFor();
  const { code } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await page.getByLabel('Code').fill(code);
  await press(page, 'Start work');
  await expect.poll(() => keptKeys(page)).toContain('enrolment');
  await session.detach();
  await frozen.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`); // somebody comes back to it
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await signAsOne(field, page, frozen);
});

test('[WB556] signing out that ended in the middle is finished by the next tab, for all', async () => {
  await using field = await openField(['Ann', 'Bob']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const second = await context.newPage();
  await second.goto(`/field/d/${field.documentId}/brief`);
  const other = await context.newPage();
  await other.goto('/field.webmanifest');
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out');
  await page.getByRole('button', { name: 'Remove everything' }).waitFor();
  await holdUpWrites(other, 'records');
  await press(page, 'Remove everything');
  await expect.poll(() => isGivenUp(other)).toBe(true);
  await crash(page);
  await other.close();
  const again = await context.newPage();
  await again.goto('/field');
  for (const tab of [again, second]) await tab.getByLabel('Code').waitFor();
  expect(await keptKeys(again)).toEqual([]);
});

test('[WB577] what is being written in other tabs is not kept once the tablet is signed out', async () => {
  await using field = await openField(['Ann']);
  const document = field.documentId;
  const { id } = await field.rest.createHazard({ document, body: { name: 'Deep water' } });
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, field.rest);
  const places = [
    [`/field/d/${document}/edit/${id}/hazard`, 'Who is at risk'],
    [`/field/d/${document}/edit/new/hazard`, 'What can go wrong?'],
    ['/field/permits/new', 'Where?'],
  ] as const;
  const tabs = await Promise.all(
    places.map(async ([path, label]) => {
      const tab = await context.newPage();
      // The pause after which it would be saved does not end.
      await tab.addInitScript(
        `const wait = setTimeout; setTimeout = (go, ms, ...rest) => ms === 400 ? 0 : wait(go, ms, ...rest);`,
      );
      await tab.goto(path);
      if (path.endsWith('permits/new')) await press(tab, 'Hot works');
      const words = tab.getByLabel(label);
      await words.waitFor();
      return { tab, words };
    }),
  );
  for (const { words } of tabs) await words.fill('Words of the former');
  await page.bringToFront();
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out', 'Remove everything');
  for (const { tab } of [{ tab: page }, ...tabs]) await tab.getByLabel('Code').waitFor();
  expect(await keptKeys(page)).toEqual([]);
});

/** One person signs in each tab, and the office sees one tablet. `second` = has the briefing open already. */
async function signAsOne(field: OpenField, first: Page, second: Page): Promise<void> {
  await first.goto(`/field/d/${field.documentId}/brief`);
  await sign(first, 'Ann');
  const ann = second.locator('a.row', { hasText: 'Ann' });
  await ann.getByText(/^Signed/).waitFor();
  await sign(second, 'Bob');
  const sent = async () => (await field.rest.listSignoffs({ document: field.documentId })).data;
  await expect.poll(async () => (await sent()).length).toBe(2);
  expect(new Set((await sent()).map(({ capture }) => capture?.device_id)).size).toBe(1);
  expect((await sent()).flatMap(({ flags }) => flags)).toEqual([]);
}

/** Nothing is written into the databases whose names end so, until this page is closed. */
async function holdUpWrites(page: Page, end: string): Promise<void> {
  await page.evaluate(`indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((resolve) => {
    if (!name.endsWith('${end}')) return resolve();
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const stores = [...opening.result.objectStoreNames];
      const transaction = opening.result.transaction(stores, 'readwrite');
      const goOn = () => { transaction.objectStore(stores[0]).count().onsuccess = goOn; resolve(); };
      goOn();
    };
  }))))`);
}

/** Whether the tablet has marked its replica as one that goes. */
function isGivenUp(page: Page): Promise<boolean> {
  return page.evaluate(`indexedDB.databases().then((all) => new Promise((resolve) => {
    const opening = indexedDB.open(all.find(({ name }) => name.endsWith('journal')).name);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('docs').objectStore('docs').get('state');
      asked.onsuccess = () => resolve((opening.result.close(), asked.result.value.logged_out));
    };
  }))`);
}

async function askForFile(page: Page): Promise<void> {
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out', 'Remove everything');
  await page.getByLabel('Passphrase for the file').fill('eight hard hats');
  await press(page, 'Save to a file and sign out');
  await page.getByRole('button', { name: 'The file is there' }).waitFor();
}
