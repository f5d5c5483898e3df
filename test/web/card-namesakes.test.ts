/** Two people of one name, of whom each has a card: none of them signs as the other. Each test goes on from the last. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { scanCard, showCard } from './support/show-card.ts';
import { draw, enrol, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
const ids: Record<string, string> = {};
beforeAll(async () => {
  field = await openField(['Jan Kowalski', 'Ann Lee']);
  const people = [
    ['Jan Kowalski', 'Acme', '11111', 'en'],
    ['Jan Kowalski', 'Beta', '77777', 'en'],
    ['Ann Lee', 'Acme', '22222', 'en'],
    ['Ola Pole', 'Acme', '33333', 'pl-PL'],
    ['Li Wei', 'Acme', '44444', 'zh-Hant-TW-x-abcdefgh-ijk'],
  ] as const;
  for (const [name, employer_name, card_number, preferred_language] of people) {
    const competence_cards = [{ scheme: 'CSCS', card_number } as const];
    const body = { name, employer_name, preferred_language, competence_cards };
    ids[card_number] = (await field.rest.createWorker({ body })).id;
  }
  page = await showCard(field, '11111');
  await enrol(page, field.rest);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

async function scan(code: string): Promise<void> {
  page = await scanCard(field, code);
}

/** Who signed, as it was recorded. */
async function signers() {
  const { data } = await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  return data.map(({ worker }) => [worker?.name, worker?.id ?? null, worker?.employer_name ?? null]);
}

test('[WB642] a card does not lead to a name that may be that of another', async () => {
  await scan('11111');
  await page.getByText('More than one person is called Jan Kowalski.').waitFor();
  expect(page.url()).not.toContain('/sign/');
  await seen(page, 'card-namesakes');
  await press(page, 'Add Jan Kowalski (Acme)');
  await page.locator('a.row', { hasText: 'Jan Kowalski (Acme)' }).waitFor();
  await press(page, 'Scan a card');
  await page.getByRole('heading', { name: 'Jan Kowalski (Acme)' }).waitFor();
  await draw(page);
  await press(page, 'Done');
  await page
    .locator('a.row', { hasText: 'Jan Kowalski (Acme)' })
    .getByText(/^Signed/)
    .waitFor();
  await expect.poll(signers).toEqual([['Jan Kowalski', ids['11111'], 'Acme']]);
  await scan('77777');
  await press(page, 'Add Jan Kowalski (Beta)');
  await press(page, 'Scan a card');
  await page.getByRole('heading', { name: 'Jan Kowalski (Beta)' }).waitFor();
  await page.locator('canvas').waitFor();
});

test('[WB643] a sign-off names the worker of the card, also after the document was read', async () => {
  await scan('22222');
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Read the document' }).click();
  await page.getByText('Ann Lee is reading').waitFor();
  await page.goBack();
  await draw(page);
  await press(page, 'Done');
  await page
    .locator('a.row', { hasText: 'Ann Lee' })
    .getByText(/^Signed/)
    .waitFor();
  await expect.poll(signers).toContainEqual(['Ann Lee', ids['22222'], 'Acme']);
});

test('[WB625] where a card is unknown, somebody can be added at once', async () => {
  await scan('99999');
  await page.getByText('This tablet does not know this card.').waitFor();
  await press(page, 'Add a person');
  await page.getByLabel('Name').waitFor();
});

test('[WB644] a language tag of the register, however long, is shown by its language', async () => {
  await scan('44444');
  await press(page, 'Add Li Wei (Acme)');
  await page.locator('a.row', { hasText: 'Li Wei' }).waitFor();
  await scan('33333');
  await press(page, 'Add Ola Pole (Acme)');
  await page.locator('a.row', { hasText: 'Ola Pole' }).getByText('Polski').click();
  await page.getByRole('button', { name: 'Gotowe' }).waitFor();
  await page.getByText('This translation is not checked.').waitFor();
});

test('[WB648] a camera that ends while it looks for a code can be tried again', async () => {
  await scan('33333 is not this one');
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.getByRole('button', { name: 'Scan a card' }).waitFor();
  await page.evaluate(`(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (...given) => {
      const stream = await ask(...given);
      const [track] = stream.getTracks();
      setTimeout(() => (track.stop(), track.dispatchEvent(new Event('ended'))));
      mediaDevices.getUserMedia = ask;
      return stream;
    };
  })()`);
  await press(page, 'Scan a card');
  await page.getByText('The camera has stopped.').waitFor();
  await seen(page, 'camera-ended');
  await press(page, 'Scan again');
  await page.getByText('This tablet does not know this card.').waitFor();
});

test('[WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
