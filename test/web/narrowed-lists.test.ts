/** Permits, incidents and people, narrowed to what somebody looks for: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { expectFocusOn, pressByKey } from './support/by-keys.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** Of two projects, and of a site of each. */
let [mill, quay, yard, pier] = ['', '', '', ''];

inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const make = async (path: string, body: object): Promise<string> =>
    (await callApi(opened.page, 'POST', path, body)).id;
  mill = await make('projects', { name: 'Mill Yard' });
  quay = await make('projects', { name: 'Quay Street' });
  yard = await make('sites', { name: 'North yard', project_id: mill });
  pier = await make('sites', { name: 'Pier 4', project_id: quay });
  const permits = [
    ['hot_work', 'Weld the stair', mill, yard],
    ['dig', 'Trench along the wall', mill, yard],
    ['hot_work', 'Cut the old rail', quay, pier],
  ] as const;
  for (const [permit_type, title, project_id, site_id] of permits)
    await make('permits', { permit_type, title, project_id, site_id });
  const gone = await make('permits', { permit_type: 'dig', title: 'Trial pit', project_id: mill, site_id: yard });
  await make(`permits/${gone}/cancel`, { reason: 'Not needed any more.' });
  const placed = { location: 'Gate 2', occurred_at: '2026-11-02T09:40:00Z' };
  const incidents = [
    ['near_miss', 'A board slipped', mill, yard],
    ['injury', 'A cut hand', mill, yard],
    ['near_miss', 'A rope parted', quay, pier],
  ] as const;
  for (const [incident_type, description, project_id, site_id] of incidents)
    await make('incidents', { incident_type, description, ...placed, project_id, site_id });
  const people = [
    { name: 'Ana Costa', trade: 'Scaffolder', competence_cards: [ending()] },
    { name: 'Bo Lind', trade: 'Joiner', employer_name: 'Kestrel Joinery' },
    { name: 'Cal Moss', trade: 'Scaffolder' },
    { name: 'Dee Hart', trade: 'Scaffolder', active: false },
  ];
  for (const person of people) await make('workers', person);
});

/** A card that runs out soon. */
function ending() {
  const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  return { scheme: 'CISRS', card_number: 'C-1', expires_on: soon };
}

const rows = () => office.page.locator('main .rows a.title');
const field = (name: string) => office.page.getByLabel(name, { exact: true });
const panel = (name: string) => office.page.getByRole('region', { name, exact: true });
const tab = (name: string) => office.page.getByRole('main').getByRole('link', { name, exact: true });
const clear = () => office.page.getByRole('button', { name: 'Clear all', exact: true });
const words = () => field('Person, employer or trade');

/** The rows that are shown, and the figure beside the title of their panel. */
async function expectShown(title: string, names: readonly string[]): Promise<void> {
  await expect.poll(async () => (await rows().allInnerTexts()).toSorted()).toEqual(names.toSorted());
  await panel(title).getByRole('heading').locator('+ span').getByText(`${names.length}`, { exact: true }).waitFor();
}

test('[WB804] permits are narrowed by type, project and site, in the address', async () => {
  const { page } = office;
  await page.goto('/office/permits?show=drafts');
  await expectShown('Permits to work', ['Weld the stair', 'Trench along the wall', 'Cut the old rail']);
  await field('Type').selectOption({ label: 'Hot work' });
  await expectShown('Permits to work', ['Weld the stair', 'Cut the old rail']);
  await field('Project').selectOption({ label: 'Mill Yard' });
  await expectShown('Permits to work', ['Weld the stair']);
  await field('Site').selectOption({ label: 'North yard' });
  await page.waitForURL(({ search }) => search === `?show=drafts&type=hot_work&project=${mill}&site=${yard}`);
  expect(await field('Site').getByRole('option').allInnerTexts()).toEqual(['All sites', 'North yard']);
  await look(page, 'permits-narrowed');
  await page.reload();
  await expectShown('Permits to work', ['Weld the stair']);
  // Another project has other sites.
  await field('Project').selectOption({ label: 'Quay Street' });
  await expectShown('Permits to work', ['Cut the old rail']);
  expect(new URL(page.url()).searchParams.get('site')).toBe(null);
});

test('[WB804] incidents are narrowed by type, project and site, by keys alone', async () => {
  const { page } = office;
  await page.goto('/office/incidents');
  await expectShown('Incidents', ['A board slipped', 'A cut hand', 'A rope parted']);
  await field('Type').focus();
  await page.keyboard.press('n');
  await expectShown('Incidents', ['A board slipped', 'A rope parted']);
  await expectFocusOn(field('Type'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('q');
  await expectShown('Incidents', ['A rope parted']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('p');
  await page.waitForURL(({ searchParams }) => searchParams.get('site') === pier);
  await look(page, 'incidents-narrowed');
  await pressByKey(clear());
  await expectShown('Incidents', ['A board slipped', 'A cut hand', 'A rope parted']);
  expect(new URL(page.url()).search).toBe('');
});

test('[WB805] a tab keeps what its list is narrowed by, which keeps the tab', async () => {
  const { page } = office;
  await page.goto('/office/permits');
  await field('Type').selectOption({ label: 'Dig' });
  await field('Project').selectOption({ label: 'Mill Yard' });
  await tab('Past').click();
  await expectShown('Permits to work', ['Trial pit']);
  await tab('Drafts').click();
  await expectShown('Permits to work', ['Trench along the wall']);
  await clear().click();
  await expectShown('Permits to work', ['Weld the stair', 'Trench along the wall', 'Cut the old rail']);
  expect(new URL(page.url()).search).toBe('?show=drafts');
  await page.goto('/office/incidents');
  await field('Site').selectOption({ label: 'Pier 4' });
  await tab('Closed').click();
  await panel('Incidents').getByText('No incidents match.').waitFor();
  await tab('Open').click();
  await expectShown('Incidents', ['A rope parted']);
});

test('[WB806] people are narrowed by two letters of what they are', async () => {
  const { page } = office;
  await page.goto('/office/people');
  await expectShown('People', ['Ana Costa', 'Bo Lind', 'Cal Moss']);
  await words().pressSequentially('s');
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === 's');
  await expectShown('People', ['Ana Costa', 'Bo Lind', 'Cal Moss']);
  await words().pressSequentially('caff');
  await expectShown('People', ['Ana Costa', 'Cal Moss']);
  await expectFocusOn(words());
  expect(new URL(page.url()).search).toBe('?q=scaff');
  await look(page, 'people-narrowed');
  // Who is quicker than that finds both.
  await words().fill('kestrel');
  await tab('Have left').click();
  await page.waitForURL(({ search }) => search === '?q=kestrel&show=left' || search === '?show=left&q=kestrel');
  await tab('Active').click();
  await expectShown('People', ['Bo Lind']);
  await page.reload();
  await expectShown('People', ['Bo Lind']);
  expect(await words().inputValue()).toBe('kestrel');
  await clear().click();
  await expectShown('People', ['Ana Costa', 'Bo Lind', 'Cal Moss']);
  expect(await words().inputValue()).toBe('');
});

test('[WB807] people who have left are a list of their own', async () => {
  const { page } = office;
  await page.goto('/office/people');
  await words().fill('scaffolder');
  await expectShown('People', ['Ana Costa', 'Cal Moss']);
  await tab('Have left').click();
  await expectShown('People', ['Dee Hart']);
  expect(await words().inputValue()).toBe('scaffolder');
  await look(page, 'people-left');
  await rows().first().click();
  await page.getByText('has left').waitFor();
  await page.goBack();
  await tab('Running out').click();
  await expectShown('People', ['Ana Costa']);
});

test('[WB808] where nothing matches the list says so, and offers to clear it', async () => {
  const { page } = office;
  const lists = [
    ['permits', '?show=now&type=lifting', 'Permits to work', 'No permits match.', '?show=now'],
    ['incidents', `?site=${pier}&type=injury`, 'Incidents', 'No incidents match.', ''],
    ['people', '?show=left&q=nobody+at+all', 'People', 'Nobody matches.', '?show=left'],
  ] as const;
  for (const [room, query, title, said, cleared] of lists) {
    await page.goto(`/office/${room}${query}`);
    await panel(title).getByText(said).waitFor();
    await page.getByRole('status').getByText('0 found').waitFor({ state: 'attached' });
    await look(page, `${room}-no-match`);
    await pressByKey(panel(title).getByRole('button', { name: 'Clear all filters' }));
    await panel(title).getByText(said).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe(cleared);
  }
});

test('[WB809] the way back from a record leads to the list as it was narrowed', async () => {
  const { page } = office;
  await callApi(page, 'POST', 'documents', { title: 'Glazing', document_type: 'rams', project_id: mill });
  const lists = [
    ['documents', '?type=rams', 'Documents', page.locator('main tbody a.title')],
    ['permits', '?show=drafts&type=hot_work', 'Permits', rows()],
    ['incidents', '?type=injury', 'Incidents', rows()],
    ['people', '?q=joiner', 'People', rows()],
  ] as const;
  for (const [room, query, name, titles] of lists) {
    await page.goto(`/office/${room}${query}`);
    const title = await titles.first().innerText();
    const open = async (): Promise<void> => {
      await titles.first().click();
      await page.waitForURL(({ pathname }) => pathname !== `/office/${room}`);
    };
    const isBack = async (): Promise<void> => {
      await page.waitForURL(`**/office/${room}${query}`);
      await expect.poll(() => titles.first().innerText()).toBe(title);
    };
    await open();
    await page.goBack();
    await isBack();
    await open();
    await page.locator('header.screen-head').getByRole('link', { name, exact: true }).click();
    await isBack();
    // The menu leads to all of them.
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(({ search }) => search === '');
  }
});

test('[WB9] axe-core finds nothing in lists that are narrowed', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
