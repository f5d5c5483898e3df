/** Names that somebody writes in the office and sends before the register of workers is read, or where it cannot be read. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { openExample } from './support/first-start.ts';
import { failList, forbidList, holdList } from './support/held-list.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';
import { openRegister } from './support/open-register.ts';

interface Member {
  readonly name: string;
  readonly worker_id?: string | null;
  readonly employer_name?: string | null;
}
interface Permit {
  readonly requested_by: object;
  readonly holder: object;
  readonly log: readonly { readonly args: { readonly explained_to?: readonly object[] } }[];
}

/** The list of the register. */
const workers = 'workers?*';
const unread = 'The list of people could not be read, and nothing was recorded yet.';

let office: OpenOffice;
/** Path of the document in the API. */
let path: string;
let dialog: Locator;
inOffice(openExample, async (opened) => {
  office = opened;
  path = await openRegister(office.page);
  dialog = office.page.getByRole('dialog', { name: 'Crew' });
});

/** Two workers of this name, by their employers. */
async function employed(name: string): Promise<[acme: string, bolt: string]> {
  const worker = async (employer_name: string): Promise<string> =>
    (await callApi(office.page, 'POST', 'workers', { name, employer_name })).id;
  return [await worker('Acme'), await worker('Bolt')];
}

async function write(name: string): Promise<void> {
  await office.page.getByRole('button', { name: 'Change the crew' }).click();
  await dialog.getByLabel('Name').fill(name);
}

const press = () => dialog.getByRole('button', { name: 'Add' }).click();
const isDone = () => dialog.waitFor({ state: 'detached' });

/** Names, employers and workers of those who were added. */
async function crew(): Promise<unknown[]> {
  const { data } = await callApi<{ data: readonly Member[] }>(office.page, 'GET', `${path}/crew`);
  return data.map(({ name, employer_name, worker_id }) => [name, employer_name ?? null, worker_id ?? null]);
}

test('[WB558] whom the office adds to a crew on a slow line is the worker of the register', async () => {
  const { page } = office;
  const [acme, bolt] = await employed('Ada Cole');
  const before = await crew();
  let release = await holdList(page, workers);
  await write('Ada Cole (Bolt)');
  await press();
  await release();
  await isDone();
  expect(await crew()).toEqual([...before, ['Ada Cole', 'Bolt', bolt]]);
  // Where it comes before the press, the employer follows.
  release = await holdList(page, workers);
  await write('Ada Cole (Acme)');
  await dialog.getByText('The list of people is still loading. What you send waits for it.').waitFor();
  await look(page, 'crew-loading');
  await release();
  await expect.poll(() => dialog.getByLabel('Employer').inputValue()).toBe('Acme');
  await press();
  await isDone();
  expect(await crew()).toContainEqual(['Ada Cole', 'Acme', acme]);
});

test('[WB559] an unread register is said at one press, and the next adds the name as written', async () => {
  const { page } = office;
  const [acme] = await employed('Bea Cox');
  const before = await crew();
  const restore = await failList(page, workers);
  await write('Bea Cox (Bolt)');
  await press();
  await dialog.getByText(unread).waitFor();
  await dialog.getByText('The list of people could not be read, so nobody on it is offered.').waitFor();
  await look(page, 'crew-unread');
  expect(await crew()).toEqual(before);
  await press();
  await isDone();
  expect(await crew()).toContainEqual(['Bea Cox (Bolt)', null, null]);
  // Each press tries again.
  await write('Bea Cox (Acme)');
  await press();
  await dialog.getByText(unread).waitFor();
  await restore();
  await press();
  await isDone();
  expect(await crew()).toContainEqual(['Bea Cox', 'Acme', acme]);
  // Who may not see it has nothing to wait for.
  await forbidList(page, workers);
  await write('Cleo Dean');
  await press();
  await isDone();
  expect(await crew()).toContainEqual(['Cleo Dean', null, null]);
  expect(findings).toEqual([]);
});

async function writePermit(asker: string): Promise<void> {
  const { page } = office;
  await page.goto('/office/permits/new');
  await page.getByLabel('Place').fill('Level 3');
  await page.getByLabel('Work', { exact: true }).fill('Grinding');
  await page.getByLabel('Who asks for it?').fill(asker);
  await page.getByRole('button', { name: 'Ask for the permit' }).click();
}

test('[WB558] whom a permit names on a slow line is the worker of the register', async () => {
  const { page } = office;
  const [acme, bolt] = await employed('Eve Marsh');
  const eve = (id: string, employer_name: string) => ({ id, name: 'Eve Marsh', employer_name });
  let release = await holdList(page, workers);
  await writePermit('Eve Marsh (Bolt)');
  await release();
  await page.getByText('waits to be issued').waitFor();
  const [, permit] = /permits\/([^/?]+)/.exec(page.url()) ?? [];
  const read = () => callApi<Permit>(page, 'GET', `permits/${permit}`);
  expect((await read()).requested_by).toEqual(eve(bolt, 'Bolt'));
  await callApi(page, 'POST', `permits/${permit}/authorise`, {});
  release = await holdList(page, workers);
  await page.goto(`/office/permits/${permit}?do=accept`);
  const accept = page.getByRole('dialog', { name: 'Accept' });
  await accept.getByLabel('Who holds it?').fill('Eve Marsh (Acme)');
  await accept.getByLabel('Explained to').fill('Eve Marsh (Bolt)\nNia Poe');
  await accept.getByRole('button', { name: 'Accept' }).click();
  await release();
  await page.getByText('Eve Marsh (Acme) holds the permit.').waitFor();
  const { holder, log } = await read();
  expect(holder).toEqual(eve(acme, 'Acme'));
  expect(log.at(-1)?.args.explained_to).toEqual([eve(bolt, 'Bolt'), { id: null, name: 'Nia Poe' }]);
});

test('[WB558] nothing is recorded of a form that was left while it waited', async () => {
  const { page } = office;
  const release = await holdList(page, workers);
  const before = await crew();
  await openRegister(page);
  await write('Gus Hale');
  await press();
  page.once('dialog', (asked) => void asked.accept());
  await page.keyboard.press('Escape');
  await isDone();
  await release();
  await page.getByText('The page was left before it was sent, and nothing was recorded.').waitFor();
  expect(await crew()).toEqual(before);
});

test('[WB559] nothing of a permit is recorded before it is said that the register is unread', async () => {
  const { page } = office;
  const total = async () => (await callApi<{ meta: { total: number } }>(page, 'GET', 'permits?per_page=1')).meta.total;
  const before = await total();
  const restore = await failList(page, workers);
  await writePermit('Finn Orr');
  await page.getByText(unread).waitFor();
  await look(page, 'permit-unread');
  expect(await total()).toBe(before);
  await page.getByRole('button', { name: 'Ask for the permit' }).click();
  await page.getByText('waits to be issued').waitFor();
  await restore();
  expect(await total()).toBe(before + 1);
  expect(findings).toEqual([]);
});
