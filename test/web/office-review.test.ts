/** Review and library of the office, while others write the same documents, in a real browser against one real server. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** An author, by the API. */
let author: RestClient;
beforeAll(async () => {
  office = await openEmptyOffice();
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => office[Symbol.asyncDispose]());

/** With one hazard each name. */
async function draftOf(title: string, ...hazards: readonly string[]): Promise<string> {
  const { id: document } = await author.createDocument({ body: { title, document_type: 'toolbox_talk' } });
  for (const name of hazards)
    await author.createHazard({ document, body: { name, controls: [{ description: name }] } });
  return document;
}

async function approve(document: string): Promise<void> {
  await author.submitReview({ document, body: {} });
  await author.approve({ document, body: {} });
}

/** The next version of an approved document is begun, with another text. */
async function rewrite(document: string, name: string): Promise<void> {
  await author.revise({ document, body: {} });
  const [hazard] = (await author.listHazards({ document })).data;
  await author.updateHazard({ document, id: hazard?.id ?? '', body: { name } });
}

test('[WB505] the library has what is in force, while the next version is written too', async () => {
  const { page } = office;
  const [begun, open] = [await draftOf('Hoist', 'Load falls'), await draftOf('Crane', 'Crane overturns')];
  for (const source of [begun, open]) await approve(source);
  await rewrite(begun, 'Nobody approved this');
  const draft = await draftOf('Formwork', 'Noise');
  await page.goto(`/office/documents/${draft}/edit`);
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  const source = dialog.getByLabel('From which approved document?');
  await source.selectOption(begun);
  await dialog.getByLabel('Load falls (1 control)').waitFor();
  await rewrite(open, 'Nobody approved this either');
  await source.selectOption(open);
  await dialog.getByLabel('Crane overturns (1 control)').check();
  await look(page, 'library-in-force');
  expect(await dialog.getByText('Nobody approved').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add 1 hazard' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await author.listHazards({ document: draft });
  expect(data.map(({ name }) => name)).toEqual(['Noise', 'Crane overturns']);
});

test('[WB505] the library adds no hazard that came meanwhile', async () => {
  const { page } = office;
  const source = await draftOf('Scaffold', 'Fall', 'Dust');
  await approve(source);
  const document = await draftOf('Roof', 'Noise');
  await page.goto(`/office/documents/${document}/edit`);
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From which approved document?').selectOption(source);
  for (const name of ['Fall', 'Dust']) await dialog.getByLabel(`${name} (1 control)`).check();
  // The page does not hear of it before the press.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await author.createHazard({ document, body: { name: 'Dust' } });
  await dialog.getByRole('button', { name: 'Add 2 hazards' }).click();
  await page.getByText('1 hazard added, with its controls. The rest is here by now.').waitFor();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
  const { data } = await author.listHazards({ document });
  expect(data.map(({ name }) => name)).toEqual(['Noise', 'Dust', 'Fall']);
});

test('[WB9] axe-core finds nothing in reviews and the library', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
