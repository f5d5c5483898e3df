/** The place of a draft in the office, while another project is being chosen, in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

interface Place {
  readonly project_id: string;
  readonly site_id: string;
}

let office: OpenOffice;
/** Another author, by the API. */
let author: RestClient;
let [mill, quay, dock]: Place[] = [];
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  [mill, quay, dock] = await Promise.all(['Mill Lane', 'Quay Road', 'Dry Dock'].map((name) => placeNamed(name)));
});

async function placeNamed(name: string): Promise<Place> {
  const { id: project_id } = await author.createProject({ body: { name } });
  const { id: site_id } = await author.createSite({ body: { project_id, name: `Gate of ${name}` } });
  return { project_id, site_id };
}

async function draftAt(place: Place | undefined): Promise<string> {
  const { id } = await author.createDocument({ body: { title: 'Scaffold', document_type: 'rams', ...place } });
  return id;
}

const conflictsOf = async (document: string) =>
  (await author.listConflicts({ query: { document_id: document, status: 'open' } })).data;

test('[WB519] a dispute about the project is settled with one press, and its site with it', async () => {
  const { page } = office;
  const document = await draftAt(mill);
  await author.updateDocument({ document, body: { ...dock } });
  const was = mill as unknown as Record<string, never>;
  await author.updateDocument({ document, body: { project_id: quay?.project_id ?? '', site_id: null, was } });
  const project = (await conflictsOf(document)).find(({ field }) => field === 'project_id');
  await page.goto(`/office/settle/${project?.id}`);
  await page.getByText('With the other project comes the site that was chosen with it, or none.').waitFor();
  await look(page, 'settle-project');
  await page.getByRole('button', { name: 'Take this' }).click();
  await page.getByText('Settled. The site gets it').first().waitFor();
  expect(await author.getDocument({ document })).toMatchObject({ project_id: quay?.project_id, site_id: null });
  expect(await conflictsOf(document)).toEqual([]);
});

test('[WB520] a site is chosen once the project is saved, and disputes nothing', async () => {
  const { page } = office;
  const document = await draftAt(mill);
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  await page.goto(`/office/documents/${document}/edit`);
  await field('Site').locator('option').filter({ hasText: 'Gate of Mill Lane' }).waitFor({ state: 'attached' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/v1/documents/${document}`, async (route) => {
    if (route.request().method() !== 'GET') await released;
    await route.continue();
  });
  await field('Project').selectOption({ label: 'Quay Road' });
  await page.getByText('It is chosen once the project is saved.').waitFor();
  expect(await field('Site').isDisabled()).toBe(true);
  await look(page, 'site-waits');
  release();
  await field('Site').selectOption({ label: 'Gate of Quay Road' });
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ ...quay });
  await page.getByText('Everything is saved.').waitFor();
  expect(await conflictsOf(document)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[WB582] a project is chosen once the site is saved and read, and disputes nothing', async () => {
  const { page } = office;
  const document = await draftAt(undefined);
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  await page.goto(`/office/documents/${document}/edit`);
  await field('Site').locator('option').filter({ hasText: 'Gate of Mill Lane' }).waitFor({ state: 'attached' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/v1/documents/${document}`, async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  });
  await field('Site').selectOption({ label: 'Gate of Mill Lane' });
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ site_id: mill?.site_id });
  await page.getByText('It is chosen once the site is saved.').waitFor();
  expect(await field('Project').isDisabled()).toBe(true);
  await look(page, 'project-waits');
  release();
  await field('Project').selectOption({ label: 'Quay Road' });
  await expect
    .poll(() => author.getDocument({ document }))
    .toMatchObject({ project_id: quay?.project_id, site_id: null });
  await page.getByText('Everything is saved.').waitFor();
  expect(await conflictsOf(document)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[WB520] nor while another project was not taken, and then from the sites there', async () => {
  const { page } = office;
  const document = await draftAt(mill);
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  await page.goto(`/office/documents/${document}/edit`);
  await field('Site').locator('option').filter({ hasText: 'Gate of Mill Lane' }).waitFor({ state: 'attached' });
  await page.route(`**/api/v1/documents/${document}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, json: { code: 'forbidden', status: 403, detail: 'no' } }),
  );
  await field('Project').selectOption({ label: 'Quay Road' });
  await page.getByText('1 field is not saved.').waitFor();
  expect(await field('Site').isDisabled()).toBe(true);
  await field('Project').selectOption({ label: 'Mill Lane' });
  await page.getByText('1 field is not saved.').waitFor({ state: 'detached' });
  expect(await field('Site').isDisabled()).toBe(false);
  await field('Project').selectOption({ label: 'Quay Road' });
  await page.getByText('1 field is not saved.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Save again' }).click();
  await field('Site').selectOption({ label: 'Gate of Quay Road' });
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ ...quay });
  await page.getByText('Everything is saved.').waitFor();
  expect(await conflictsOf(document)).toEqual([]);
});

test('[WB520] not from those of a project that was chosen before, until the last one is read', async () => {
  const { page } = office;
  const document = await draftAt(mill);
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  const gateOf = (place: string) =>
    field('Site')
      .locator('option')
      .filter({ hasText: `Gate of ${place}` });
  await page.goto(`/office/documents/${document}/edit`);
  await gateOf('Mill Lane').waitFor({ state: 'attached' });
  const [first, second, readings] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  let [saves, isRead] = [0, true];
  await page.route(`**/api/v1/documents/${document}`, async (route) => {
    if (route.request().method() !== 'GET') {
      await (saves++ === 0 ? first : second)?.promise;
      return await route.continue();
    }
    const response = await route.fetch();
    if (!isRead) await readings?.promise;
    await route.fulfill({ response });
  });
  await field('Project').selectOption({ label: 'Quay Road' });
  await field('Project').selectOption({ label: 'Dry Dock' });
  first?.resolve();
  await gateOf('Quay Road').waitFor({ state: 'attached' });
  isRead = false;
  await page.getByText('Saving', { exact: true }).waitFor();
  second?.resolve();
  await page.getByText('Everything is saved.').waitFor();
  expect(await field('Site').isDisabled()).toBe(true);
  readings?.resolve();
  await field('Site').selectOption({ label: 'Gate of Dry Dock' });
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ ...dock });
  expect(await conflictsOf(document)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[WB520] once the draft was read again after a failure, which happens by itself', async () => {
  const { page } = office;
  const document = await draftAt(mill);
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  await page.goto(`/office/documents/${document}/edit`);
  await field('Site').locator('option').filter({ hasText: 'Gate of Mill Lane' }).waitFor({ state: 'attached' });
  let [failed, isFailing] = [0, false];
  await page.route(`**/api/v1/documents/${document}`, async (route) => {
    const request = route.request();
    if (request.postData()?.includes('Not taken'))
      return await route.fulfill({ status: 403, json: { code: 'forbidden', status: 403, detail: 'no' } });
    if (request.method() !== 'GET' || !isFailing) return await route.continue();
    failed += 1;
    await route.fulfill({ status: 429, json: { code: 'rate_limited', status: 429, detail: 'too many' } });
  });
  await field('Title').fill('Not taken');
  await page.keyboard.press('Tab');
  await page.getByText('1 field is not saved.').waitFor();
  isFailing = true;
  await field('Project').focus();
  await field('Project').selectOption({ label: 'Quay Road' });
  // More often than once after the answer, and once after the change was told to the page.
  await expect.poll(() => failed).toBeGreaterThanOrEqual(3);
  isFailing = false;
  await field('Site').selectOption({ label: 'Gate of Quay Road' });
  await expect.poll(() => author.getDocument({ document })).toMatchObject({ ...quay });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  page.once('dialog', (dialog) => dialog.accept());
  await page.goto('/office');
});

test('[WB596] a notification leads to what it is about', async () => {
  const { page } = office;
  const { project_id = '', site_id } = mill ?? {};
  const where = { project_id, site_id, location: 'Deck' };
  const what = { incident_type: 'near_miss', description: 'A plank fell', occurred_at: '2026-11-01T08:00:00Z' };
  const { id } = await author.createIncident({ body: { ...what, ...where } });
  await page.goto('/office/notifications');
  await page.getByRole('link', { name: 'Near miss reported on Mill Lane' }).click();
  await page.waitForURL(new RegExp(`/office/incidents/${id}$`));
  await page.getByRole('heading', { level: 1, name: 'INC-' }).waitFor();
});

test('[WB9] axe-core finds nothing where a place is disputed or chosen', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
