/** The office as a contractor's person has it: less of it than the organisation, and nothing false. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import type { OpenOffice } from './support/open-office.ts';

const email = 'cora@roofers.example';
let office: OpenOffice;
let rest: RestClient;
let document: string;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
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

test('[WB533] a place that its reader may not see is named in words, not by its id', async () => {
  const { page } = office;
  const { project_id, site_id, contractor_id } = await rest.getDocument({ document });
  const { id: other } = await rest.createSite({ body: { project_id: project_id ?? '', name: 'Block D tower' } });
  const about = { document_type: 'rams', project_id, site_id, contractor_id } as const;
  const { id } = await rest.createDocument({ body: { title: 'Gutters', ...about } });
  const approve = async (): Promise<void> => {
    await rest.submitReview({ document: id, body: {} });
    await rest.approve({ document: id, body: {} });
  };
  await approve();
  await rest.revise({ document: id, body: {} });
  await rest.updateDocument({ document: id, body: { site_id: other } });
  const main = page.getByRole('main');
  const ids = new RegExp([project_id, site_id, other].join('|'));
  const [project, site] = ['A project that is not shown to you', 'A site that is not shown to you'];
  const shows = async (path: string, ...words: readonly string[]): Promise<void> => {
    await page.goto(`/office/documents/${id}${path}`);
    for (const each of words) await main.getByText(each).first().waitFor();
    expect(await main.innerText(), path).not.toMatch(ids);
  };
  await shows('', project, site);
  await shows('/review', `${site} (another one)`);
  await page.goto(`/office/documents/${id}/edit`);
  for (const [label, word] of [['Project', project] as const, ['Site', site] as const])
    await main
      .getByLabel(label, { exact: true })
      .locator('option:checked', { hasText: word })
      .waitFor({ state: 'attached' });
  expect(await main.innerText()).not.toMatch(ids);
  await page.goto(`/office/documents?project=${project_id}`);
  await main.getByRole('link', { name: 'Gutters' }).waitFor();
  await main
    .getByLabel('Project', { exact: true })
    .locator('option:checked', { hasText: project })
    .waitFor({ state: 'attached' });
  await approve();
  await shows('/versions/1..2', site);
});
