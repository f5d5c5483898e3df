/** In which language somebody reads and signs on the tablet: as it was said of them, or as they choose. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { polish } from '../../web/field/words/pl/polish.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { draw, press, seen } from './support/tablet.ts';

const inPolish = /Zostałem/;
const english = /I have/;
const romanian = /Am fost/;

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const statement = () => page.locator('.statement');
const row = (name: string) => page.locator('a.row', { hasText: name });
const languages = () => page.getByRole('group', { name: 'Which language do you read?' });
const reads = (name: string) => page.getByRole('button', { name: `Language: ${name}`, exact: true });

async function addByName(name: string): Promise<void> {
  await press(page, 'Add a person');
  await page.getByLabel('Name').fill(name);
  await press(page, 'Add');
  await row(name).waitFor();
}

/** Somebody draws on the line that is open. */
async function signsNow(name: string): Promise<void> {
  await draw(page);
  await page.getByRole('button', { name: /^(Done|Gotowe)$/ }).click();
  await row(name)
    .getByText(/^Signed/)
    .waitFor();
}

/** What the server has of their sign-off. */
async function recorded(name: string) {
  const found = async () => {
    const { data } = await field.rest.listSignoffs({ document: field.documentId });
    return data.find(({ worker }) => worker.name === name);
  };
  await expect.poll(found).toBeDefined();
  return found();
}

test('[WB765] who did not say what they read is asked, and reads what they choose', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await addByName('Eve Kay');
  await addByName('Zoe Fox');
  await row('Eve Kay').click();
  await languages().waitFor();
  await expect.poll(() => statement().innerText()).toMatch(english);
  await seen(page, 'sign-language-asked');
  await press(page, 'Polski');
  await expect.poll(() => statement().innerText()).toMatch(inPolish);
  await languages().waitFor({ state: 'detached' });
  await signsNow('Eve Kay');
  expect(await recorded('Eve Kay')).toMatchObject({ worker: { language: 'pl' }, statement: { language: 'pl' } });
});

test('[WB765] nobody is recorded to read a language that was not said', async () => {
  await row('Zoe Fox').click();
  await languages().waitFor();
  await signsNow('Zoe Fox');
  const signoff = await recorded('Zoe Fox');
  expect(signoff).toMatchObject({ statement: { language: 'en' } });
  expect(signoff?.worker.language ?? null).toBeNull();
});

test('[WB766] somebody reads and signs in another language than was said of them', async () => {
  await row('Ann Lee').click();
  await expect.poll(() => statement().innerText()).toMatch(inPolish);
  await reads('Polski').click();
  await languages().getByRole('button', { name: 'English' }).click();
  await expect.poll(() => statement().innerText()).toMatch(english);
  await page.getByRole('link', { name: 'Read the document' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await reads('English').waitFor();
  await page.reload();
  await reads('English').waitFor();
  await expect.poll(() => statement().innerText()).toMatch(english);
  // What is drawn under one statement does not sign another.
  await draw(page);
  await reads('English').click();
  await languages().getByRole('button', { name: 'Polski' }).click();
  await reads('Polski').click();
  await languages().getByRole('button', { name: 'English' }).click();
  await press(page, 'Done');
  await page.getByText('Please sign on the line first.').waitFor();
  await draw(page);
  await press(page, 'Done');
  await row('Ann Lee')
    .getByText(/^Signed/)
    .waitFor();
  expect(await recorded('Ann Lee')).toMatchObject({
    document_version: 1,
    worker: { language: 'en' },
    statement: { language: 'en' },
    integrity: { attestation: { language: 'en' } },
  });
});

test('[WB768] what somebody reads before they sign speaks their language, and only that', async () => {
  const lang = () => page.evaluate('document.documentElement.lang');
  await row('Bob Orr').click();
  await page.getByRole('link', { name: polish.readDocument }).click();
  await page.getByRole('heading', { name: polish.hurtYou }).waitFor();
  expect(await lang()).toBe('pl');
  await seen(page, 'card-for-reader');
  await page.getByRole('link', { name: polish.allSections(2) }).click();
  await page.getByRole('link', { name: polish.back }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: polish.back }).click();
  await page.getByRole('heading', { name: polish.hurtYou }).waitFor();
  await page.getByRole('link', { name: polish.back }).click();
  await page.getByRole('link', { name: 'Crew' }).click();
  await row('Bob Orr').waitFor();
  await expect.poll(lang).toBe('en');
  await page.goto('/field/more/language');
  await page.getByRole('button', { name: 'English', exact: true, pressed: true }).waitFor();
  await page.goto(`/field/d/${field.documentId}/brief`);
});

test('[WB767] what a worker reads is known from the register where the crew does not say it', async () => {
  const { id } = await field.rest.createWorker({ body: { name: 'Ion Pop', preferred_language: 'ro' } });
  await field.rest.addCrewMember({ document: field.documentId, body: { name: 'Ion Pop', worker_id: id } });
  await page.reload();
  await row('Ion Pop').click();
  await reads('Română').waitFor();
  await expect.poll(() => statement().innerText()).toMatch(romanian);
});

test('[WB766] only the languages that the organisation offers are offered to read', async () => {
  await field.rest.updateOrganisation({ body: { settings: { languages_offered: ['en', 'bg'] } } });
  await page.reload();
  await reads('Română').click();
  await expect
    .poll(async () => (await languages().getByRole('button').allInnerTexts()).map((text) => text.trim()))
    .toEqual(['English', 'Română', 'Български']);
  await seen(page, 'sign-languages');
});

test('[WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
