/** The office as a contractor's person has it: less of it than the organisation, and nothing false. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

const email = 'cora@roofers.example';
let office: OpenOffice;
let rest: RestClient;
let document: string;
beforeAll(async () => {
  office = await openEmptyOffice();
  const { app, page, environment } = office;
  rest = restClient({ server: app.url, token: app.newAdminToken ?? '' });
  const { id: contractor } = await rest.createContractor({ body: { name: 'Roofers' } });
  await rest.createUser({ body: { name: 'Cora', email, role: 'contractor_author', contractor_id: contractor } });
  const { id: project } = await rest.createProject({ body: { name: 'Kingsmead Quarter', status: 'active' } });
  const { id: site } = await rest.createSite({ body: { project_id: project, name: 'Block C tower' } });
  const about = { document_type: 'rams', project_id: project, site_id: site, contractor_id: contractor } as const;
  ({ id: document } = await rest.createDocument({ body: { title: 'Roof works', ...about } }));
  await page.context().clearCookies();
  const { stdout } = await run(['sign-in', 'link', '--email', email], { DATA_DIR: environment['DATA_DIR'] ?? '' });
  await page.goto(`/office/sign-in#${stdout.split('#').at(-1)?.trim()}`);
  await page.getByRole('link', { name: 'Documents' }).waitFor();
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => office[Symbol.asyncDispose]());

test('[WB516] who may not have the stream sees what others change, and is told nothing false', async () => {
  const { page } = office;
  await page.clock.install();
  await page.goto(`/office/documents/${document}`);
  await page.getByRole('heading', { name: 'Roof works' }).waitFor();
  await rest.updateDocument({ document, body: { title: 'Roof works, north' } });
  await page.clock.fastForward(20_000);
  await page.clock.runFor(3_000);
  await page.getByRole('heading', { name: 'Roof works, north' }).waitFor();
  expect(await page.locator('.link-banner').count()).toBe(0);
});

test('[WB517] a document is checked without its site, where its author may not see that', async () => {
  const { page } = office;
  await page.goto(`/office/documents/${document}/check`);
  await page.getByText('Compliance', { exact: true }).first().waitFor();
  await page.getByText('You may not see the site, so this check compares nothing with it.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});
