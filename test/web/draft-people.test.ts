/** The people of a draft, taken from the register of workers, at a real browser against one real server. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator } from 'playwright';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { statementLanguages } from '../../web/office/base/languages.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

const card = { scheme: 'CPCS' as const, card_number: 'P 7781', categories: ['A60'], expires_on: '2031-05-01' };

let office: OpenOffice;
let author: RestClient;
let document: string;
let worker: string;
beforeAll(async () => {
  office = await openEmptyOffice();
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  const body = {
    employer_name: 'Vantage',
    trade: 'Crane driver',
    preferred_language: 'ro',
    role: 'operative',
  } as const;
  const found = await author.createWorker({ body: { ...body, name: 'Ion Pop', competence_cards: [card] } });
  worker = found.id;
  for (const employer_name of ['Avon', 'Vantage'])
    await author.createWorker({ body: { name: 'Ann Lee', employer_name } });
});
beforeEach(async () => {
  document = (await author.createDocument({ body: { title: 'Lift', document_type: 'rams' } })).id;
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => office[Symbol.asyncDispose]());

const people = (): Locator => office.page.getByRole('region', { name: 'People', exact: true });
const named = async () => (await author.getDocument({ document })).personnel;
const toAdd = (): Locator => people().getByLabel('Person to add');
const offered = (): Promise<string[]> =>
  people()
    .locator('datalist option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
const entry = (name: string): Locator =>
  people()
    .getByRole('listitem')
    .filter({ has: office.page.locator('summary', { hasText: name }) });

async function openDraft(): Promise<void> {
  await office.page.goto(`/office/documents/${document}/edit`);
  await toAdd().focus();
}

async function add(name: string): Promise<void> {
  await toAdd().fill(name);
  await people().getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => toAdd().inputValue()).toBe('');
}

test('[WB760] a person is added from the register with language and cards', async () => {
  await openDraft();
  await expect.poll(offered).toEqual(['Ann Lee (Avon)', 'Ann Lee (Vantage)', 'Ion Pop']);
  await add('ion pop');
  await office.page.getByText('Ion Pop is added from the register').waitFor();
  expect(await named()).toMatchObject([
    {
      name: 'Ion Pop',
      person_type: 'worker',
      person_id: worker,
      employer_name: 'Vantage',
      trade: 'Crane driver',
      role: 'operative',
      preferred_language: 'ro',
      competence_cards: [card],
    },
  ]);
  await add('Ann Lee (Avon)');
  expect((await named())[1]).toMatchObject({ name: 'Ann Lee', person_type: 'worker', employer_name: 'Avon' });
});

test('[WB760] a name that is not in the register is added by itself, and says so', async () => {
  await openDraft();
  await add('Eve Kay');
  await office.page.getByText('Eve Kay is added by name alone').waitFor();
  expect(await named()).toMatchObject([{ name: 'Eve Kay', person_type: 'external' }]);
  await entry('Eve Kay').locator('summary').click();
  await entry('Eve Kay').getByText('The register has nobody of this name.').waitFor();
});

test('[WB761] who is in the document already is not offered again', async () => {
  await author.createPersonnelEntry({ document, body: { name: 'Ion Pop', person_type: 'worker', person_id: worker } });
  await openDraft();
  await expect.poll(offered).toEqual(['Ann Lee (Avon)', 'Ann Lee (Vantage)']);
});

test('[WB762] what a person reads is chosen in the draft', async () => {
  await author.createPersonnelEntry({ document, body: { name: 'Eve Kay', preferred_language: 'lt' } });
  await openDraft();
  await entry('Eve Kay').locator('summary').click();
  const reads = entry('Eve Kay').getByLabel('Reads');
  expect(await reads.locator('option').allInnerTexts()).toEqual([
    'Not said',
    ...statementLanguages.map(([, word]) => word),
    'Lithuanian',
  ]);
  await reads.selectOption({ label: 'Polish' });
  await expect.poll(async () => (await named())[0]?.preferred_language).toBe('pl');
});

test('[WB763] cards that differ from the register are taken from it in one press', async () => {
  const own = [{ ...card, expires_on: '2026-01-01' }];
  const body = { name: 'Ion Pop', person_type: 'worker' as const, person_id: worker, competence_cards: own };
  const { id } = await author.createPersonnelEntry({ document, body });
  await openDraft();
  await entry('Ion Pop').locator('summary').click();
  expect(await entry('Ion Pop').getByRole('link', { name: 'Ion Pop' }).getAttribute('href')).toBe(
    `/office/people/${worker}`,
  );
  await entry('Ion Pop').getByText('The register has other cards').waitFor();
  await look(office.page, 'draft-person');
  await entry('Ion Pop').getByRole('button', { name: 'Use the cards of the register' }).click();
  await expect.poll(async () => (await named())[0]?.competence_cards).toMatchObject([card]);
  await entry('Ion Pop').getByText('The register has other cards').waitFor({ state: 'detached' });
  await expect.poll(() => entry('Ion Pop').getByLabel('Valid until').inputValue()).toBe('2031-05-01');
  // It goes on from there.
  await author.updatePersonnelEntry({ document, id, body: { competence_cards: [] } });
  await entry('Ion Pop').getByText('The register has other cards').waitFor();
});

test('[WB764] who was written by name alone is linked to the register in one press', async () => {
  await author.createPersonnelEntry({ document, body: { name: 'Ion Pop', person_type: 'external', trade: 'Slinger' } });
  await openDraft();
  await entry('Ion Pop').locator('summary').click();
  await entry('Ion Pop').getByText('The register has Ion Pop (Vantage, Crane driver).').waitFor();
  await look(office.page, 'draft-person-by-name');
  await entry('Ion Pop').getByRole('button', { name: 'Link to this person' }).click();
  await entry('Ion Pop').getByRole('link', { name: 'Ion Pop' }).waitFor();
  // What was written of them stays.
  expect(await named()).toMatchObject([
    {
      person_type: 'worker',
      person_id: worker,
      employer_name: 'Vantage',
      trade: 'Slinger',
      preferred_language: 'ro',
      competence_cards: [card],
    },
  ]);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
