/** Days and numbers that are half written while another author writes them too, in a real browser against one real server. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dialog, Locator, Page } from 'playwright';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** Another author, by the API. */
let author: RestClient;
let document: string;
/** Bodies of what the page saved. */
let sent: string[];
beforeAll(async () => {
  office = await openEmptyOffice();
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  office.page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '');
  });
});
beforeEach(async () => {
  const body = { title: 'Scaffold', document_type: 'rams', work_starts_on: '2026-03-02' } as const;
  ({ id: document } = await author.createDocument({ body }));
  sent = [];
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => office[Symbol.asyncDispose]());

const field = (label: string): Locator =>
  office.page.getByRole('region', { name: 'The document' }).getByLabel(label, { exact: true });

const disputed = async () =>
  (await author.listConflicts({ query: { document_id: document, status: 'open' } })).data.map((each) => each.field);

/** The title is saved, and the draft read again for it with what `other` wrote, once `write` has written something elsewhere. */
async function readWhile(other: () => Promise<unknown>, write: () => Promise<unknown>): Promise<void> {
  const reference = `By ${crypto.randomUUID()}`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await office.page.route(`**/api/v1/documents/${document}`, async (route) => {
    if (route.request().method() !== 'GET') await released;
    await route.continue();
  });
  await field('Title').fill(`Scaffold, ${reference}`);
  await other();
  await author.updateDocument({ document, body: { reference } });
  await write();
  release();
  await expect.poll(() => field('Reference').inputValue()).toBe(reference);
}

/** Of the day that has the focus. It ends with the year, in every order of its parts. */
async function beginYear(): Promise<void> {
  for (const key of ['ArrowRight', 'ArrowRight', '2']) await office.page.keyboard.press(key);
}

async function beginYearOf(day: Locator): Promise<void> {
  await day.focus();
  await beginYear();
}

/** What is written after it is saved; changes go in turn. */
async function savesNothingOf(name: string): Promise<void> {
  await field('Short title, for cards and lists').fill('North');
  await field('Reference').focus();
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ short_title: 'North' });
  expect(sent.filter((body) => body.includes(name))).toEqual([]);
}

const leave = (): Promise<void> => field('Short title, for cards and lists').focus();

test('[WB554] a day that is half written when another is read is kept, and disputes it', async () => {
  const { page } = office;
  await page.goto(`/office/documents/${document}/edit`);
  const begins = field('Work begins on');
  const others = () => author.updateDocument({ document, body: { work_starts_on: '2026-05-04' } });
  await readWhile(others, () => beginYearOf(begins));
  expect(await begins.inputValue()).toBe('0002-03-02');
  await page.keyboard.type('027');
  expect(await begins.inputValue()).toBe('2027-03-02');
  await leave();
  await expect.poll(disputed).toEqual(['work_starts_on']);
  await page.getByText('Two people wrote different values for').waitFor();
  expect(await author.getDocument({ document })).toMatchObject({ work_starts_on: '2026-05-04' });
  expect(await begins.inputValue()).toBe('2026-05-04');
});

test('[WB554] so is one in a field that was empty, whose first parts the page is not told of', async () => {
  const { page } = office;
  await page.goto(`/office/documents/${document}/edit`);
  const ends = field('Work ends on');
  const others = () => author.updateDocument({ document, body: { work_ends_on: '2026-05-14' } });
  await readWhile(others, async () => {
    await ends.focus();
    await page.keyboard.type('0707');
  });
  await page.keyboard.type('2027');
  expect(await ends.inputValue()).toBe('2027-07-07');
  await leave();
  await expect.poll(disputed).toEqual(['work_ends_on']);
  expect(await author.getDocument({ document })).toMatchObject({ work_ends_on: '2026-05-14' });
});

test('[WB554] so is a number, and a day in a row', async () => {
  const { page } = office;
  const cards = (expires_on: string) => [{ scheme: 'CISRS', card_number: '7', expires_on }];
  const person = { name: 'Kay Moss', person_type: 'external', competence_cards: cards('2026-03-02') } as const;
  const { id } = await author.createPersonnelEntry({ document, body: person });
  const substance = { substance_name: 'Resin', persons_exposed: 4 };
  const { id: resin } = await author.createCoshhAssessment({ document, body: substance });
  await page.goto(`/office/documents/${document}/edit`);
  await page.locator(`#entry-${id} summary`).first().click();
  await page.locator(`#entry-${resin} summary`).first().click();
  await page.locator(`#entry-${resin} summary`, { hasText: 'How it is used' }).click();
  const until = page.getByLabel('Valid until');
  const exposed = page.getByLabel('How many people are exposed');
  const others = async () => {
    await author.updatePersonnelEntry({ document, id, body: { competence_cards: cards('2026-05-04') } });
    await author.updateCoshhAssessment({ document, id: resin, body: { persons_exposed: 6 } });
  };
  await readWhile(others, async () => {
    await exposed.fill('9,');
    await beginYearOf(until);
  });
  await page.keyboard.type('027');
  await exposed.fill('9');
  await leave();
  await expect.poll(async () => (await disputed()).toSorted()).toEqual(['competence_cards', 'persons_exposed']);
  expect(await author.getPersonnelEntry({ document, id })).toMatchObject({ competence_cards: cards('2026-05-04') });
  expect(await author.getCoshhAssessment({ document, id: resin })).toMatchObject({ persons_exposed: 6 });
});

test('[WB554] a day that is half written in a row stays in it when the row above is removed', async () => {
  const { page } = office;
  const card = (card_number: string, expires_on: string) => ({ scheme: 'CISRS', card_number, expires_on });
  const competence_cards = [card('7', '2026-03-02'), card('8', '2026-05-04')];
  const person = { name: 'Kay Moss', person_type: 'external', competence_cards } as const;
  const { id } = await author.createPersonnelEntry({ document, body: person });
  await page.goto(`/office/documents/${document}/edit`);
  await page.locator(`#entry-${id} summary`).first().click();
  const until = page.getByLabel('Valid until');
  await beginYearOf(until.nth(1));
  await page.getByRole('button', { name: /^Remove .* 1$/ }).click();
  await expect.poll(() => until.count()).toBe(1);
  expect(await until.inputValue()).toBe('0002-05-04');
  await until.fill('2027-05-04');
  await leave();
  await expect
    .poll(() => author.getPersonnelEntry({ document, id }))
    .toMatchObject({
      competence_cards: [card('8', '2027-05-04')],
    });
});

test('[WB555] a day that is left half written saves nothing, and what was there gives way', async () => {
  const { page } = office;
  await page.goto(`/office/documents/${document}/edit`);
  const begins = field('Work begins on');
  const others = () => author.updateDocument({ document, body: { work_starts_on: '2026-05-04' } });
  await readWhile(others, () => beginYearOf(begins));
  await page.keyboard.press('0');
  await leave();
  await page.getByText('Write the year in full, such as 2026.').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  await look(page, 'half-written');
  await begins.fill('2026-03-02');
  await leave();
  await expect.poll(() => begins.inputValue()).toBe('2026-05-04');
  await page.getByText('Everything is saved.').waitFor();
  await savesNothingOf('work_starts_on');
});

test('[WB555] nor does a number begun over what was read while its field had the focus', async () => {
  const { page } = office;
  const substance = { substance_name: 'Resin', persons_exposed: 4 };
  const { id } = await author.createCoshhAssessment({ document, body: substance });
  await page.goto(`/office/documents/${document}/edit`);
  await page.locator(`#entry-${id} summary`).first().click();
  await page.locator(`#entry-${id} summary`, { hasText: 'How it is used' }).click();
  const exposed = page.getByLabel('How many people are exposed');
  const others = () => author.updateCoshhAssessment({ document, id, body: { persons_exposed: 6 } });
  await readWhile(others, () => exposed.focus());
  expect(await exposed.inputValue()).toBe('6');
  await page.keyboard.press('End');
  await page.keyboard.type(',');
  await savesNothingOf('persons_exposed');
  await page.getByText('1 field is not saved.').waitFor();
});

/** The person is asked, and stays. */
async function isAskedAt(leaving: () => Promise<unknown>): Promise<void> {
  const { page } = office;
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  page.once('dialog', (dialog) => void dialog.dismiss().then(resolve));
  await leaving();
  await asked;
  expect(page.url()).toContain(`${document}/edit`);
}

const waysOut: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['a link', (page) => page.getByRole('link', { name: 'Permits', exact: true }).click()],
  ['a link by the keyboard', (page) => page.getByRole('link', { name: 'Permits', exact: true }).press('Enter')],
  ['Back', (page) => page.evaluate(() => history.back())],
  ['loading the page again', (page) => page.evaluate(() => void setTimeout(() => location.reload()))],
];

test.each(waysOut)('[WB567] %s asks where a day or a number is half written', async (_, leaving) => {
  const { page } = office;
  const { id } = await author.createCoshhAssessment({ document, body: { substance_name: 'Resin' } });
  await page.goto('/office/documents');
  await page.goto(`/office/documents/${document}/edit`);
  const ends = field('Work ends on');
  await ends.focus();
  await page.keyboard.type('07');
  await isAskedAt(() => leaving(page));
  await ends.focus();
  for (let part = 0; part < 3; part++) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await page.locator(`#entry-${id} summary`).first().click();
  await page.locator(`#entry-${id} summary`, { hasText: 'How it is used' }).click();
  await page.getByLabel('How many people are exposed').focus();
  await page.keyboard.type('-');
  await isAskedAt(() => leaving(page));
  await page.keyboard.press('Backspace');
});

test('[WB560] a page that was left in spite of a change without an answer asks no more', async () => {
  const { page } = office;
  let asked = 0;
  const answer = (dialog: Dialog): void => {
    asked += 1;
    void dialog.accept();
  };
  await page.goto(`/office/documents/${document}/edit`);
  page.on('dialog', answer);
  const held = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  await page.route(`**/api/v1/documents/${document}`, async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    await held.promise;
    await route.abort();
    lost.resolve();
  });
  await field('Title').fill('Scaffold to the north stair');
  await page.getByRole('link', { name: 'Permits', exact: true }).click();
  await page.getByRole('heading', { name: 'Permits', level: 1 }).waitFor();
  held.resolve();
  await lost.promise;
  await page.getByText('Not done, as far as this page knows').waitFor();
  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
  page.off('dialog', answer);
  expect(asked).toBe(1);
});

test('[WB9] axe-core finds nothing where a day is half written', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
