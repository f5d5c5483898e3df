/** What was merged by itself, as the office looks at it: written by one person at a real browser and another by the API. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Locator } from 'playwright';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { commit } from '../../server/commit/commit.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { findings, look } from './support/look.ts';
import { tokenOf } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** Somebody else in the office. */
let paul: RestClient;
beforeAll(async () => {
  office = await openEmptyOffice();
  paul = restClient({ server: office.app.url, token: await tokenOf(office.page, 'Paul Strand', 'manager') });
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => office[Symbol.asyncDispose]());

const before = 'Stop lifting at a gust of 9 m/s. Land the frame.';

/** A draft with a hazard of that description. */
async function draft(reference: string, description = before) {
  const body = { title: 'Glulam frames, block C', document_type: 'rams', reference } as const;
  const { id: document } = await paul.createDocument({ body });
  return { document, id: (await paul.createHazard({ document, body: { name: 'Gust', description } })).id };
}

/** Paul's edit of a text as it was earlier. */
const write = (of: { readonly document: string; readonly id: string }, description: string, seen: string) =>
  paul.updateHazard({ ...of, body: { description, was: { description: seen } } });

const entries = (): Locator => office.page.locator('.merges > li');

test('[WB616] where nothing was merged this week the page says so, and leads on', async () => {
  const { page } = office;
  await page.goto('/office/settle');
  await page.getByText('Nothing was merged by itself this week.').waitFor();
  await page.getByRole('link', { name: 'See what was merged' }).click();
  await page.getByText('Nothing was merged by itself yet.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/office/settle/merged');
  await look(page, 'merged-none');
  await page.getByRole('link', { name: 'To settle', exact: true }).first().click();
  await page.getByText('Nothing was merged by itself this week.').waitFor();
});

test('[WB617] two people write one text at once, and what came of it can be looked at', async () => {
  const { page } = office;
  const of = await draft('HLC-027-MS-002');
  await page.goto(`/office/documents/${of.document}/edit`);
  await page.locator(`#entry-${of.id} summary`).first().click();
  // What the page writes arrives after what Paul writes.
  const held = Promise.withResolvers<void>();
  await page.route('**/hazards/*', async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  const what = page.locator(`#entry-${of.id}`).getByLabel('What can happen');
  await what.fill(`${before} Stow the jib.`);
  await page.keyboard.press('Tab');
  await paul.updateHazard({ ...of, body: { description: before.replace('gust', 'steady gust') } });
  held.resolve();
  const result = `${before.replace('gust', 'steady gust')} Stow the jib.`;
  await expect.poll(() => what.inputValue()).toBe(result);
  await page.getByText('Everything is saved.').waitFor();
  await page.goto('/office/settle');
  await page.getByText('Settled by themselves this week: 1').waitFor();
  // It is none of those that wait.
  await page.getByText('No two people wrote different values.').waitFor();
  await look(page, 'settle-merged');
  await page.getByRole('link', { name: 'See what was merged' }).click();
  await entries().first().getByText('HLC-027-MS-002').waitFor();
  const said = await entries().first().innerText();
  for (const words of [
    'HLC-027-MS-002',
    'Hazard: description',
    'Paul Strand',
    'the last change before',
    'Rosa Lindqvist',
    'What came of both',
  ])
    expect(said).toContain(words);
  expect(await entries().first().locator('.side').nth(0).locator('ins').allInnerTexts()).toEqual(['steady ']);
  expect(await entries().first().locator('.side').nth(1).locator('ins').innerText()).toContain('Stow the jib.');
  const both = entries().first().locator('.result');
  expect(await both.innerText()).toContain(result);
  expect(await both.locator('ins').count()).toBe(2);
  await look(page, 'merged');
});

test('[WB618] a row leads to the field in the draft, by the keyboard too, and else to its page', async () => {
  const { page } = office;
  const draftId = (await paul.listDocuments({ query: {} })).data[0]?.id ?? '';
  await page.goto('/office/settle/merged');
  const link = entries().first().getByRole('link', { name: 'Hazard: description' });
  // Until it is known what this person may write, it leads to the page of the document.
  await expect.poll(() => link.getAttribute('href')).toContain('/edit');
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Glulam frames, block C' }).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  await expect.poll(focused).toBe('description');
  await paul.submitReview({ document: draftId, body: {} });
  await page.goto('/office/settle/merged');
  await entries().first().getByText('Review', { exact: false }).first().waitFor();
  expect(await link.getAttribute('href')).toBe(`/office/documents/${draftId}`);
  // Of a person of the register, and from a tablet.
  const { id } = await paul.createWorker({ body: { name: 'Marek Nowak' } });
  const cards = (number: string) => ({
    competence_cards: [{ scheme: 'CSCS' as const, card_number: number, expires_on: '2031-05-31' }],
  });
  await paul.updateWorker({ worker: id, body: cards('A1') });
  const { organisation } = await paul.getMe();
  const actor = { organisationId: organisation.id, id: 'tablet', name: 'Owen Price', role: 'supervisor' } as const;
  const command = { op: 'patch', kind: 'worker', id, set: cards('B2'), was: { competence_cards: [] } } as const;
  await commit(office.app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [command]);
  const first = entries().first().getByRole('link', { name: 'Worker: competence cards' });
  await first.waitFor();
  expect(await first.getAttribute('href')).toBe(`/office/people/${id}`);
  expect(await entries().first().innerText()).toMatch(/Owen Price[^]*B2/);
  // A token that is no user's has no name in the register.
  expect(await entries().first().locator('.side').first().innerText()).toContain('It was there first.');
  await look(page, 'merged-worker');
});

test('[WB619] older ones come when they are asked for, each once', async () => {
  const { page } = office;
  const of = await draft('HLC-014-RAMS-007');
  const hazards = await Promise.all(
    Array.from({ length: 24 }, (_, i) => paul.createHazard({ document: of.document, body: { name: `Hazard ${i}` } })),
  );
  for (const { id } of hazards) {
    const each = { document: of.document, id };
    await paul.updateHazard({ ...each, body: { description: `1\n2\n3` } });
    await paul.updateHazard({ ...each, body: { description: `one\n2\n3` } });
    await write(each, `1\n2\nthree`, `1\n2\n3`);
  }
  await page.goto('/office/settle');
  await page.getByText('Settled by themselves this week: 26').waitFor();
  await page.getByRole('link', { name: 'See what was merged' }).click();
  await page.getByText('This week: 26').waitFor();
  const older = page.getByRole('button', { name: 'Show older' });
  await older.click();
  await expect.poll(() => entries().count()).toBe(26);
  await older.waitFor({ state: 'detached' });
  // Who writes on adds to it, and the page says how often.
  await write({ document: of.document, id: hazards.at(-1)?.id ?? '' }, `1\nII\n3`, `1\n2\n3`);
  await entries().first().getByText('2 edits').waitFor();
  expect(await entries().count()).toBe(26);
});

test('[WB619] where they cannot be read the page says so, and tries again', async () => {
  const { page } = office;
  await page.route('**/api/v1/merged-edits**', (route) => route.abort());
  await page.goto('/office/settle');
  // What waits does not depend on it.
  await page.getByText('No two people wrote different values.').waitFor();
  await page.getByRole('link', { name: 'See what was merged' }).click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unrouteAll();
  await again.click();
  await entries().first().waitFor();
});

test('[WB626] of a long text only what is around the changes is shown', async () => {
  const { page } = office;
  const sentences = (from: string, to: number) =>
    Array.from({ length: to }, (_, i) => `${from} ${i} is checked before the lift.`).join(' ');
  const [first, last] = [sentences('Strap', 30), sentences('Shackle', 30)];
  const text = (middle: string, end = '') => `${first}\n${middle}\n${last}${end}`;
  const of = await draft('HLC-030-RAMS-001', text('Wind below 9 m/s.'));
  await paul.updateHazard({ ...of, body: { description: text('Wind and gusts below 9 m/s.') } });
  await write(of, text('Wind below 9 m/s.', ' Call the banksman.'), text('Wind below 9 m/s.'));
  await page.goto('/office/settle/merged');
  await entries().first().getByText('HLC-030-RAMS-001').waitFor();
  const shown = await entries().first().locator('.result').innerText();
  expect(shown).toContain('Wind and gusts below 9 m/s.');
  expect(shown).toContain('Call the banksman.');
  expect(shown).toContain('…');
  expect(shown.length).toBeLessThan(700);
  await look(page, 'merged-long');
  expect(findings).toEqual([]);
});
