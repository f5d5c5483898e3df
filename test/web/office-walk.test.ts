/** One walk through the office in a real browser, against one real server. Each test goes on where the one before it stopped. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings, look } from './support/look.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
beforeAll(async () => {
  office = await openOffice();
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => office[Symbol.asyncDispose]());

test('[WB10] the code opens the example, whose documents and registers can be read', async () => {
  const { page, app } = office;
  await page.goto('/office');
  await page.getByRole('heading', { name: 'Make the first administrator' }).waitFor();
  await look(page, 'start');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  await page.getByRole('button', { name: 'Load the example' }).click();
  await page.getByRole('link', { name: /unitised curtain walling/ }).waitFor({ timeout: 30_000 });
  await look(page, 'documents');
  await page.getByRole('link', { name: /unitised curtain walling/ }).click();
  await page.getByRole('region', { name: 'Sign-off register' }).getByText('7 of 7').waitFor();
  await look(page, 'document');
});

test('[WB11] an endpoint is added, tested, and a delivery that failed is sent again by hand', async () => {
  const { page, receiver } = office;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('No endpoint yet.').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByRole('dialog').getByLabel('Address').fill(receiver.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/The receiver answered 200/).waitFor();
  const created = () => receiver.requests.filter(({ body }) => body.includes('document.created'));
  receiver.answer((request) => (request === created()[0] ? { status: 503, body: 'upstream is being deployed' } : 200));
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ title: 'Ladders and steps', document_type: 'toolbox_talk' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/v1/documents', { method: 'POST', body, headers })).status;
  });
  expect(status).toBe(201);
  await receiver.waitFor(() => created().length === 1);
  await expect
    .poll(async () => {
      await page.reload();
      return await page.getByText('Failing').count();
    })
    .toBe(1);
  await page.getByRole('link', { name: 'document.created' }).click();
  await page.getByText('upstream is being deployed').waitFor();
  await look(page, 'webhooks');
  await page.getByRole('button', { name: 'Retry now' }).click();
  await receiver.waitFor(() => created().length === 2);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('Try 2, by hand').waitFor();
  expect(created()[1]?.body).toEqual(created()[0]?.body);
});

test('[WB12] a person who signs out reads nothing more, and the code still makes the first administrator', async () => {
  const { page, app, told } = office;
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await page.getByText('This browser').waitFor();
  await look(page, 'sessions');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto('/office/documents');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  await page.getByLabel('Your name').fill('Rosa Lindqvist');
  await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByText('No documents yet.').waitFor();
  await look(page, 'documents-empty');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  await page.getByText(/the link is in the server’s terminal/).waitFor();
  await look(page, 'sign-in');
  await page.goto(/https?:\S+/.exec(told.at(-1) ?? '')?.[0] ?? '');
  await page.getByText('Rosa Lindqvist').waitFor();
});

test('[WB9] axe-core finds nothing on any screen, in light and dark', () => {
  expect(findings).toEqual([]);
});

test('[WB8] scripts and styles stay within their budgets, and nothing is asked of another server', async () => {
  const { watched } = office;
  expect(watched.faults).toEqual([]);
  expect(await watched.weigh('script')).toBeLessThanOrEqual(240_000);
  expect(await watched.weigh('stylesheet')).toBeLessThanOrEqual(10_000);
});
