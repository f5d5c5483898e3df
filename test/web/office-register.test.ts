/** The register of a document in the office: who is put on its crew, and what its sign-offs are compared with. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { inOffice } from './support/in-office.ts';
import { askAgain, loseAnswer } from './support/lost-answers.ts';
import { callApi, colleague } from './support/office-api.ts';
import { findings, look } from './support/look.ts';
import { openExample } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';
import { openRegister } from './support/open-register.ts';

interface List<Row> {
  readonly data: readonly Row[];
}
interface Member {
  readonly name: string;
  readonly worker_id?: string | null;
  readonly employer_name?: string | null;
}
interface Signed {
  readonly worker: { readonly name: string };
  readonly signature?: { strokes?: unknown; sha256?: string };
  readonly statement?: { text?: string; text_hash?: string };
}

interface Permit {
  readonly id: string;
  readonly requested_by: { readonly id: string };
  readonly issuer: { readonly id: string };
  readonly holder: { readonly id: string };
}

let office: OpenOffice;
/** Path of the document in the API. */
let path: string;
let dialog: Locator;
inOffice(openExample, async (opened) => {
  office = opened;
  const { page } = office;
  path = await openRegister(page);
  dialog = page.getByRole('dialog', { name: 'Crew' });
});

async function added(name: string): Promise<readonly Member[]> {
  const { data } = await callApi<List<Member>>(office.page, 'GET', `${path}/crew`);
  return data.filter((each) => each.name === name);
}

async function write(name: string, employer?: string): Promise<void> {
  await office.page.getByRole('button', { name: 'Change the crew' }).click();
  await dialog.getByLabel('Name').fill(name);
  if (employer !== undefined) await dialog.getByLabel('Employer').fill(employer);
}

async function add(): Promise<void> {
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('[WB474] whom the office picks is that worker, and nobody else of the name is', async () => {
  const { page } = office;
  const worker = async (name: string, employer_name: string, more: object = {}): Promise<string> =>
    (await callApi(page, 'POST', 'workers', { name, employer_name, ...more })).id;
  const about = { trade: 'Steel fixer', preferred_language: 'pl' };
  const jan = { name: 'Jan Nowak', employer_name: 'Bolt', ...about };
  const id = await worker('Jan Nowak', 'Bolt', about);
  const [, sam] = [await worker('Sam Hill', 'Acme'), await worker('Sam Hill', 'Bolt')];
  await page.reload();
  await write('jan nowak');
  await expect.poll(() => dialog.getByLabel('Employer').inputValue()).toBe('Bolt');
  await add();
  expect(await added('Jan Nowak')).toMatchObject([{ ...jan, worker_id: id }]);
  await write('Jan Nowak', 'Acme');
  await add();
  expect((await added('Jan Nowak')).map(({ worker_id, employer_name }) => [worker_id ?? null, employer_name])).toEqual(
    expect.arrayContaining([[null, 'Acme']]),
  );
  await write('Sam Hill');
  const offers = dialog.locator('datalist option[value^="Sam Hill"]');
  // Read anew for each dialog.
  await expect
    .poll(() => offers.evaluateAll((all) => all.map((each) => each.getAttribute('value'))))
    .toEqual(['Sam Hill (Acme)', 'Sam Hill (Bolt)']);
  await dialog.getByLabel('Name').fill('Sam Hill (Bolt)');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Sam Hill');
  expect(await dialog.getByLabel('Employer').inputValue()).toBe('Bolt');
  await look(page, 'crew-picked');
  await add();
  expect(await added('Sam Hill')).toMatchObject([{ worker_id: sam, employer_name: 'Bolt' }]);
});

test('[WB477] an answer that is lost adds nobody twice, and nobody is added who came meanwhile', async () => {
  const { page } = office;
  await write('Lost Larry');
  await loseAnswer(page, `${path}/crew`, 'Add');
  await page.locator('.notice', { hasText: /not briefed yet:.*Lost Larry/ }).waitFor();
  await askAgain(page);
  await dialog.waitFor({ state: 'detached' });
  expect(await added('Lost Larry')).toHaveLength(1);
  await write('Nia Poe');
  // The page does not hear of it before the press.
  const coverage = '**/api/v1/coverage?*';
  await page.route(coverage, (route) => route.abort());
  await callApi(page, 'POST', `${path}/crew`, { name: 'Nia Poe' }, await colleague(page, 'admin'));
  await page.unroute(coverage);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('Somebody of this name is on the crew.').waitFor();
  await look(page, 'crew-taken');
  expect(await added('Nia Poe')).toHaveLength(1);
  page.once('dialog', (asked) => asked.accept());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('[WB475] a hash that lost what it was made of is said, and so is what no seal covers', async () => {
  const { page } = office;
  const lists = `**/api/v1/${path}/signoffs?*`;
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as List<Signed>; // as the API replies
    for (const { worker, signature, statement } of list.data) {
      if (worker.name === 'Marek Zieliński' && signature) delete signature.strokes;
      if (worker.name === 'Bogdan Ilie' && signature) delete signature.strokes;
      if (worker.name === 'Bogdan Ilie' && statement) delete statement.text;
    }
    await route.fulfill({ response, json: list });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Verify all' }).click();
  const said = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await said('Marek Zieliński: cannot be compared: ink is gone').first().waitFor();
  await said('Bogdan Ilie: cannot be compared: statement text is gone, ink is gone').first().waitFor();
  expect(await page.getByText(/^All \d+ sign-offs match/).count()).toBe(0);
  await page.getByText(/A typed name, .* are not in the seal/).waitFor();
  await look(page, 'verified-gone');
  await said('Bogdan Ilie').first().getByRole('link').click();
  const evidence = page.getByRole('dialog', { name: /Bogdan Ilie/ });
  await evidence.getByText('Cannot be compared: ink is gone').waitFor();
  await evidence.getByText('Cannot be compared: statement text is gone').waitFor();
  await evidence.getByText('The seal matches what it is made of').waitFor();
  await evidence.getByText(/A typed name, .* are not in the seal/).waitFor();
  await look(page, 'evidence-gone');
  await page.keyboard.press('Escape');
  await evidence.waitFor({ state: 'detached' });
  await page.unroute(lists);
});

test('[WB476] a verdict says which sign-offs came in after it', async () => {
  const { page } = office;
  await page.reload();
  const verify = page.getByRole('button', { name: 'Verify all' });
  await verify.click();
  await page.getByText(/^All \d+ sign-offs match their hashes/).waitFor();
  await callApi(page, 'POST', `${path}/signoffs`, { worker_name: 'Zed Late' });
  await page.getByText('One sign-off came in since, and is not compared yet.').waitFor();
  await callApi(page, 'POST', `${path}/signoffs`, { worker_name: 'Zoe Late' });
  await page.getByText('2 sign-offs came in since, and are not compared yet.').waitFor();
  expect(await page.getByText(/^All \d+ sign-offs match/).count()).toBe(0);
  await look(page, 'verified-before');
  await verify.click();
  await page.getByText('Zed Late: it lacks a seal').waitFor();
  expect(await page.getByText('not compared yet').count()).toBe(0);
});

test('[WB273] nobody is asked to brief again where the site is archived', async () => {
  const { page } = office;
  const ask = page.getByRole('button', { name: 'Ask to brief again' });
  await ask.waitFor();
  const lists = '**/api/v1/sites?*';
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    const { data, ...more } = (await response.json()) as List<object>; // as the API replies
    await route.fulfill({ response, json: { ...more, data: data.map((each) => ({ ...each, status: 'archived' })) } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Change the crew' }).waitFor();
  await ask.waitFor({ state: 'detached' });
  await page.unroute(lists);
});

test('[WB469] the register of an archived document says who had signed, and asks for nothing', async () => {
  const { page } = office;
  const briefed = page.locator('.register-head');
  await page.reload();
  await page.getByText('not briefed yet:').waitFor();
  const before = await briefed.innerText();
  expect(before).toMatch(/^[1-9]\d* of/);
  const old = await page.getByText('Old version', { exact: true }).count();
  await callApi(page, 'POST', `${path}/archive`, {});
  await page.reload();
  await page.getByText('did not sign:').waitFor();
  expect(await briefed.innerText()).toBe(before);
  expect(await page.getByText(/Brief and sign again|not briefed yet|asked on .* to brief/).count()).toBe(0);
  expect(await page.getByText('Old version', { exact: true }).count()).toBe(old);
  await look(page, 'register-archived');
});

test('[WB9] axe-core finds nothing where a register is changed and compared', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});

test('[WB523] a permit names the one of two namesakes who was picked, with the employer', async () => {
  const { page } = office;
  for (const employer_name of ['Acme', 'Bolt'])
    await callApi(page, 'POST', 'workers', { name: 'Jo Dunn', employer_name });
  await page.goto('/office/permits/new');
  await page.getByLabel('Place').fill('Level 2');
  await page.getByLabel('Work', { exact: true }).fill('Welding');
  await page.locator('datalist option[value="Jo Dunn (Bolt)"]').waitFor({ state: 'attached' });
  await page.getByLabel('Who asks for it?').fill('Jo Dunn (Bolt)');
  await page.getByRole('button', { name: 'Ask for the permit' }).click();
  await page.getByText('waits to be issued').waitFor();
  const read = () => callApi<Permit>(page, 'GET', `permits/${/permits\/([^/?]+)/.exec(page.url())?.[1]}`);
  const jo = (employer_name: string) => ({ id: expect.any(String), name: 'Jo Dunn', employer_name });
  const { id, requested_by: asked } = await read();
  expect(asked).toEqual(jo('Bolt'));
  await callApi(page, 'POST', `permits/${id}/authorise`, { by: asked });
  await page.reload();
  await page.getByRole('button', { name: 'Accept' }).first().click();
  await page.getByText('Anybody but Jo Dunn (Bolt).').waitFor();
  await page.getByRole('dialog').locator('datalist option[value="Jo Dunn (Acme)"]').waitFor({ state: 'attached' });
  await page.getByLabel('Who holds it?').fill('Jo Dunn (Acme)');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Jo Dunn (Acme) holds the permit.').waitFor();
  const { issuer, holder } = await read();
  expect([issuer, holder]).toEqual([jo('Bolt'), jo('Acme')]);
  expect(holder.id).not.toBe(issuer.id);
  await page.getByRole('main').getByText('Jo Dunn (Acme)').first().waitFor();
  await look(page, 'permit-namesakes');
});
