/** Two authors in one draft: one at a real browser, one by the API, against one real server. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator } from 'playwright';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** The other author. */
let author: RestClient;
let of: { readonly document: string; readonly id: string };
beforeAll(async () => {
  office = await openEmptyOffice();
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});
beforeEach(async () => {
  const { id: document } = await author.createDocument({ body: { title: 'Scaffold', document_type: 'rams' } });
  const hazard = { name: 'Fall', description: 'From the edge.', controls: [{ description: 'Guard rails' }] };
  of = { document, id: (await author.createHazard({ document, body: hazard })).id };
  await office.page.goto(`/office/documents/${document}/edit`);
  await office.page.locator(`#entry-${of.id} summary`).first().click();
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => office[Symbol.asyncDispose]());

const entry = (): Locator => office.page.locator(`#entry-${of.id}`);
const what = (): Locator => entry().getByLabel('What can happen');
const done = (): Locator => entry().getByLabel('What is done');
const sees = (): Locator => entry().getByLabel('Who sees to it');
const head = (): Locator => office.page.getByRole('region', { name: 'The document' });
const title = (): Locator => head().getByLabel('Title', { exact: true });
const reference = (): Locator => head().getByLabel('Reference', { exact: true });
const saved = (): Promise<void> => office.page.getByText('Everything is saved.').waitFor();
const isSaved = () => author.getHazard(of);
const controls = async () => (await isSaved()).controls.map(({ description }) => description);
const addControl = async (description: string) =>
  await author.updateHazard({ ...of, body: { controls: [...(await isSaved()).controls, { description }] } });
const setControls = (...all: readonly string[]) =>
  author.updateHazard({ ...of, body: { controls: all.map((description) => ({ description })) } });
const shown = () => done().evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value));
/** With the focus at the end of that row, from where somebody types. */
async function focusIn(row: string): Promise<void> {
  await done()
    .nth((await shown()).indexOf(row))
    .focus();
  await office.page.keyboard.press('End');
}
const disputed = async () =>
  (await author.listConflicts({ query: { document_id: of.document, status: 'open' } })).data.map(({ field }) => field);

/** What the page does to what matches waits until the function that this resolves with is called. */
async function hold(path: string, isHeld: (method: string) => boolean): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await office.page.route(path, async (route) => {
    if (isHeld(route.request().method())) await released;
    await route.continue();
  });
  return release;
}

/** The draft is read again, for another field is saved, with what `other` wrote, once `write` has written something elsewhere. */
async function readWhile(other: () => Promise<unknown>, write: () => Promise<unknown>): Promise<void> {
  const said = `By ${crypto.randomUUID()}`;
  const release = await hold(`**/api/v1/documents/${of.document}`, (method) => method !== 'GET');
  await title().fill(`Scaffold, ${said}`);
  await other();
  await author.updateDocument({ document: of.document, body: { reference: said } });
  await write();
  release();
  await expect.poll(() => reference().inputValue()).toBe(said);
  await office.page.unrouteAll();
}

/** Saved when its field is left by `leave`, and written on before the draft is read again. */
async function writesOn(leave: () => Promise<unknown>, write: () => Promise<unknown>): Promise<void> {
  const answered = office.page.waitForResponse((answer) => answer.request().method() === 'PUT');
  const release = await hold(`**/api/v1/documents/${of.document}`, (method) => method === 'GET');
  await leave();
  await answered;
  await write();
  release();
}

test('[WB270] who writes on over a text that was read unseen disputes it still', async () => {
  const { page } = office;
  const longer = 'From the edge, and through the stair opening on level 2.';
  await readWhile(
    () => author.updateHazard({ ...of, body: { description: longer } }),
    () => what().fill('Anybody may slip.'),
  );
  await writesOn(
    () => page.keyboard.press('Tab'),
    () => what().fill('Anybody may slip on ice.'),
  );
  await title().focus();
  await saved();
  expect(await isSaved()).toMatchObject({ description: longer });
  expect(await disputed()).toEqual(['description']);
});

test('[WB270] who writes on in a row keeps the row that another added unseen', async () => {
  await entry().getByRole('button', { name: 'Add control: PPE' }).click();
  await readWhile(
    () => addControl('A net below'),
    () => done().nth(1).fill('Harness'),
  );
  await writesOn(
    () => sees().nth(1).focus(),
    () => sees().nth(1).fill('Kay Moss'),
  );
  await title().focus();
  await saved();
  expect((await controls()).toSorted()).toEqual(['A net below', 'Guard rails', 'Harness']);
  await expect.poll(() => done().count()).toBe(3);
  expect(await disputed()).toEqual([]);
});

test('[WB431] who writes on after a lost answer disputes what another wrote over it', async () => {
  const { page } = office;
  const longer = 'Anybody may slip: grit the deck first.';
  const lost = { isLost: true };
  await page.route('**/hazards/**', async (route) => {
    if (!lost.isLost || route.request().method() === 'GET') return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await what().fill('Anybody may slip.');
  await page.keyboard.press('Tab');
  await page.getByText('No answer yet: 1 change waits.').waitFor();
  await author.updateHazard({ ...of, body: { description: longer, who_at_risk: 'Roofers' } });
  await expect.poll(() => entry().getByLabel('Who may be harmed').inputValue()).toBe('Roofers');
  await what().fill('Anybody may drown.');
  lost.isLost = false;
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await saved();
  await title().focus();
  await expect.poll(disputed).toEqual(['description']);
  expect(await isSaved()).toMatchObject({ description: longer });
});

test('[WB432] no entry goes with what another wrote among edits that wait', async () => {
  const { page } = office;
  const release = await hold('**/api/v1/**', (method) => method === 'PUT');
  await what().fill('From the edge of the lift.');
  await done().fill('Guard rails, 950 mm');
  await entry().getByRole('button', { name: 'Remove', exact: true }).click();
  await author.updateHazard({ ...of, body: { name: 'Fall of persons' } });
  release();
  await page.getByText(/^Not removed: somebody changed it a moment ago/).waitFor();
  expect(await isSaved()).toMatchObject({ name: 'Fall of persons', description: 'From the edge of the lift.' });
});

test('[WB565] a row that another adds above takes neither the focus nor what is typed', async () => {
  const { page } = office;
  await entry().getByRole('button', { name: 'Add control: PPE' }).click();
  await page.keyboard.type('H');
  await page.keyboard.press('Backspace');
  await readWhile(
    () => setControls('A net below', 'Guard rails'),
    () => focusIn(''),
  );
  await expect.poll(() => done().count()).toBe(3);
  await page.keyboard.type('Harness');
  expect(await shown()).toEqual(['A net below', 'Guard rails', 'Harness']);
  await title().focus();
  await saved();
  await readWhile(
    () => setControls('A net below', 'Guard rails', 'Harness', 'Toe boards'),
    () => focusIn('Harness'),
  );
  await expect.poll(() => done().count()).toBe(4);
  await page.keyboard.type('es');
  expect(await shown()).toEqual(['A net below', 'Guard rails', 'Harnesses', 'Toe boards']);
});

test('[WB565] rows that another puts in another order keep the focus and what is typed', async () => {
  const { page } = office;
  await setControls('Guard rails', 'Toe boards', 'Harness');
  await expect.poll(() => done().count()).toBe(3);
  for (const [order, row] of [
    [['Harness', 'Guard rails', 'Toe boards'], 'Harness'],
    [['Toe boards', 'Harness', 'Guard rails'], 'Guard rails'],
    [['Guard rails', 'Harness', 'Toe boards'], 'Toe boards'],
  ] as const) {
    await readWhile(
      () => setControls(...order),
      () => focusIn(row),
    );
    await expect.poll(shown).toEqual(order);
    await page.keyboard.type('!');
    expect(await shown()).toEqual(order.map((each) => (each === row ? `${each}!` : each)));
    await page.keyboard.press('Backspace');
  }
});

test('[WB565] keys typed on in a row that another removes do nothing elsewhere', async () => {
  const { page } = office;
  await setControls('Guard rails', 'Toe boards', 'Harness');
  await expect.poll(() => done().count()).toBe(3);
  await readWhile(
    () => setControls('Guard rails', 'Harness'),
    () => focusIn('Toe boards'),
  );
  await expect.poll(() => done().count()).toBe(2);
  await page.getByText('The control that you were in was removed.').waitFor();
  for (const key of ['n', '?', 'Enter', ' ', 'Alt+ArrowDown', '/']) await page.keyboard.press(key);
  expect(await shown()).toEqual(['Guard rails', 'Harness']);
  expect(page.url()).toContain(`${of.document}/edit`);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.type('!');
  expect(await shown()).toEqual(['Guard rails!', 'Harness']);
});

test('[WB565] nor are they lost elsewhere where it is the question of somebody', async () => {
  const { page } = office;
  const ask = (question: string) => ({ question, options: ['Yes', 'No'], answer_index: 0 });
  const data = (...questions: readonly string[]) => ({ items: questions.map(ask) });
  const { document } = of;
  const body = {
    title: 'Asked before signing',
    section_type: 'understanding_check',
    data: data('Who calls?', 'Where to?'),
  };
  const { id } = await author.createSection({ document, body });
  await page.locator(`#entry-${id} summary`).first().click();
  const questions = page.locator(`#entry-${id}`).getByLabel(/^Question/);
  await readWhile(
    () => author.updateSection({ document, id, body: { data: data('Who calls?') } }),
    () => questions.nth(1).focus(),
  );
  await page.getByText('The question or answer that you were in was removed.').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.press('Tab');
  expect(await questions.count()).toBe(1);
  expect(page.url()).toContain(`${document}/edit`);
});

test('[WB568] a row of a table that lacks its first cell is kept', async () => {
  const { document } = of;
  const columns = ['Wind', 'What is done'];
  const body = {
    title: 'Limits',
    section_type: 'custom',
    data: {
      columns,
      rows: [
        ['', 'Look up'],
        ['9 m/s', 'Land'],
      ],
    },
  };
  const { id } = await author.createSection({ document, body });
  const section = office.page.locator(`#entry-${id}`);
  await section.locator('summary').first().click();
  await section.getByLabel('What is done').nth(1).fill('Land the panel');
  await section.getByRole('button', { name: 'Add row' }).click();
  await section.getByLabel('What is done').nth(2).fill('Tell the office');
  await title().focus();
  await saved();
  const { data } = await author.getSection({ document, id });
  expect(data).toMatchObject({
    rows: [
      ['', 'Look up'],
      ['9 m/s', 'Land the panel'],
      ['', 'Tell the office'],
    ],
  });
});
