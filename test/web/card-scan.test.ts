/** Somebody of the crew is chosen by their card, which the tablet's camera sees, with no server. Each test goes on from the last. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { scanCard, showCard } from './support/show-card.ts';
import { enrol, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
beforeAll(async () => {
  field = await openField(['Ann Lee', 'Bob Orr']);
  const cards = (card_number: string, expires_on: string) => [{ scheme: 'CSCS', card_number, expires_on } as const];
  await field.rest.createWorker({ body: { name: 'Ann Lee', competence_cards: cards('1234 5678', '2031-05-01') } });
  const bob = { name: 'Bob Orr', preferred_language: 'bg' };
  await field.rest.createWorker({ body: { ...bob, competence_cards: cards('QP-7781', '2024-03-09') } });
  const eve = { name: 'Eve Kay', employer_name: 'Vantage', preferred_language: 'ro' };
  await field.rest.createWorker({ body: { ...eve, competence_cards: cards('E-900311', '2031-05-01') } });
  page = await showCard(field, 'https://cards.example/c?n=12345678&x=1');
  await enrol(page, field.rest);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.getByText('All sent').waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

async function scan(code: string): Promise<void> {
  page = await scanCard(field, code);
}

test('[WB625] the code of a card leads to where its holder signs', async () => {
  await scan('https://cards.example/c?n=12345678&x=1');
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.locator('canvas').waitFor();
});

test('[WB625] an expired card says when, and its holder may sign all the same', async () => {
  await scan('QP7781');
  await page.getByText('The card of Bob Orr expired on 9 Mar 2024.').waitFor();
  await seen(page, 'card-over');
  await page.getByRole('main').getByRole('link', { name: 'Sign', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Bob Orr' }).waitFor();
});

test('[WB767] who is chosen by their card reads what the register says', async () => {
  await page.getByRole('button', { name: 'Language: Български', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Language: Български', exact: true }).click();
  await page
    .getByRole('group', { name: 'Which language do you read?' })
    .getByRole('button', { name: 'Polski' })
    .waitFor();
});

test('[WB625] an unknown card says so, and the names are offered', async () => {
  await scan('912345678');
  await page.getByText('This tablet does not know this card.').waitFor();
  await seen(page, 'card-unknown');
  await press(page, 'Choose the name');
  await page.getByRole('button', { name: 'Scan a card' }).waitFor();
  await page.locator('a.row', { hasText: 'Ann Lee' }).waitFor();
});

test('[WB625] who is not on the crew is added by their card, in their language', async () => {
  await scan('E-900311');
  await page.getByText('Eve Kay (Vantage) is not on this crew.').waitFor();
  expect(await page.getByText('900311').count()).toBe(0);
  await press(page, 'Add Eve Kay (Vantage)');
  await page.locator('a.row', { hasText: 'Eve Kay' }).getByText('Română').waitFor();
  await press(page, 'Scan a card');
  await page.getByRole('heading', { name: 'Eve Kay' }).waitFor();
});

test('[WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
