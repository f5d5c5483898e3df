/** Other ways to the same end: a typed name, a check that stops the work, and others in the same document. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { watchPresence } from '../../../client-sdk/presence.ts';
import type { OpenField } from './open-field.ts';
import { keepInBrowser, press, seen } from './tablet.ts';

export async function signsTyped(page: Page, field: OpenField): Promise<void> {
  await page.goto(`/field/d/${field.documentId}/brief/sign/ann%20lee`);
  await press(page, 'Nie mogę rysować');
  await page.getByLabel('Wpisz swoje imię i nazwisko').fill('Ann Lee');
  await press(page, 'Gotowe');
  await page.getByText('wpisz imię i nazwisko świadka').waitFor();
  await page.getByLabel('Imię i nazwisko świadka').fill('Bob Orr');
  await seen(page, 'sign-typed');
  await press(page, 'Gotowe');
  await expect.poll(() => page.locator('.count').innerText()).toMatch(/^3\s*of 4/);
  const ann = async () =>
    (await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } })).data.find(
      ({ worker }) => worker?.name === 'Ann Lee',
    );
  await expect
    .poll(ann)
    .toMatchObject({ signature: { kind: 'typed_name', text: 'Ann Lee' }, witness: { name: 'Bob Orr' } });
}

export async function stopsByCheck(page: Page, field: OpenField): Promise<void> {
  const item = 'Is the ground as the plan says?';
  const answers = Array.from({ length: 12 }, (_, i) => ({ item: `Question ${i}`, response: 'yes', note: null }));
  const wrong = { item, response: 'no', note: 'Trench without props' };
  const [site] = (await field.rest.listSites()).data;
  const check = { site, startedAt: new Date().toISOString(), answers: [...answers.slice(1), wrong] };
  await keepInBrowser(page, `powra ${field.documentId}`, check);
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Bob Orr', 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  const told = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);
  await expect.poll(told).toContain(`Stop work: Point of work check. ${item} Trench without props`);
}

/** Both write controls of one hazard while its form is open on the tablet. */
export async function keepsOthersControls(page: Page, field: OpenField): Promise<void> {
  const of = { document: field.documentId };
  const [hazard] = (await field.rest.listHazards(of)).data;
  await page.goto(`/field/d/${field.documentId}/edit/${hazard?.id}/hazard`);
  await press(page, 'Add: Protective equipment');
  const own = page.getByLabel('Protective equipment, 1');
  await own.fill('Harness');
  await page.getByText('Saved here').waitFor();
  await page.getByRole('link', { name: /All sent/ }).waitFor();
  const controls = async () => (await field.rest.getHazard({ ...of, id: hazard?.id ?? '' })).controls;
  const described = async () => (await controls()).map(({ description }) => description);
  await expect.poll(described).toContain('Harness');
  const body = { controls: [...(await controls()), { description: 'Two rails' }] };
  await field.rest.updateHazard({ ...of, id: hazard?.id ?? '', body });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Without a level, 1').waitFor(); // the tablet has it
  await other.close();
  await own.fill('Harness with two lanyards');
  await expect.poll(described).toEqual(['Edge protection', 'Harness with two lanyards', 'Two rails']);
  await page.goto('/field/more');
}

export async function keepsBothTexts(page: Page, field: OpenField): Promise<void> {
  const title = 'Access';
  const { id } = await field.rest.createSection({ document: field.documentId, body: { title } });
  const of = { document: field.documentId, id };
  await page.goto(`/field/d/${field.documentId}/edit/${of.id}/section`);
  await page.getByLabel('Text').waitFor();
  await field.rest.updateSection({ ...of, body: { body: 'Words of the office', title: 'Wind limits' } });
  await page.getByRole('heading', { name: 'Wind limits' }).waitFor(); // the tablet has it
  await page.getByLabel('Text').fill('Words of the tablet');
  await page.getByText('Saved here').waitFor();
  const text = async () => (await field.rest.getSection(of)).body;
  await expect.poll(text).toBe('Words of the office\nWords of the tablet');
  await page.goto('/field/more');
}

/** Also while it reads and edits there, and on the way from one screen to the next. */
export async function meetsOthers(page: Page, field: OpenField): Promise<void> {
  const { token } = await field.rest.createToken({ body: { name: 'Marta', role: 'manager' } });
  const [hazard] = (await field.rest.listHazards({ document: field.documentId })).data;
  await page.goto('/field/more');
  if (!hazard) throw new Error('the document has a hazard');
  const shown: string[] = [];
  const leave = watchPresence({
    server: field.url,
    token,
    document: field.documentId,
    onPeople: (people) => shown.push(people.map(({ name, entry }) => [name, entry].join(' ')).join()),
  });
  const isOpenToo = page.getByText('Marta has this document open too.');
  await page.goto(`/field/d/${field.documentId}`);
  await isOpenToo.waitFor();
  await expect.poll(() => shown.at(-1)).toBe('Gate tablet ');
  await page.locator('a[href$="/hazards"]').first().click();
  await page.getByLabel('Find').waitFor();
  await isOpenToo.waitFor();
  await page.locator(`a[href$="/edit/${hazard.id}/hazard"]`).click();
  await isOpenToo.waitFor();
  await expect.poll(() => shown.at(-1)).toBe(`Gate tablet ${hazard.id}`);
  expect(shown.slice(shown.indexOf('Gate tablet '))).not.toContain('');
  leave();
  await isOpenToo.waitFor({ state: 'detached' });
  await page.locator('nav a[href="/field/more"]').click();
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
}

export async function beginsReport(page: Page): Promise<void> {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').waitFor();
}

/** With the clock of the tablet right again, which was ahead when the report was begun. */
export async function finishesReport(page: Page, { rest }: OpenField): Promise<void> {
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('.chip', { hasText: 'min fast' }).waitFor({ state: 'detached' });
  // The tablet is elsewhere by now.
  const [begunAt] = (await rest.listSites({})).data;
  await rest.createSite({ body: { project_id: begunAt?.project_id ?? '', name: 'Storage yard' } });
  await moveTo(page, 'Storage yard');
  await page.goto('/field/report');
  await page.getByRole('link', { name: /^Near miss/ }).click();
  await press(page, 'Skip', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  const told = async () =>
    (await rest.listIncidents()).data.flatMap(({ incident_type: type, occurred_at: at, site_id: site }) =>
      type === 'near_miss' ? [{ site, isRight: Math.abs(Date.parse(at) - Date.now()) < 5 * 60_000 }] : [],
    );
  await expect.poll(told).toEqual([{ site: begunAt?.id, isRight: true }]);
  await moveTo(page, begunAt?.name ?? '');
}

async function moveTo(page: Page, site: string): Promise<void> {
  await page.goto('/field/more/site');
  await page.getByRole('button').filter({ hasText: site }).click();
  await page.waitForURL(/\/field$/);
}
