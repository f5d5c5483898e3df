/** Review and library of the office, while others write the same documents, in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** An author, by the API. */
let author: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

/** With one hazard each name. */
async function draftOf(title: string, ...hazards: readonly string[]): Promise<string> {
  const { id: document } = await author.createDocument({ body: { title, document_type: 'toolbox_talk' } });
  for (const name of hazards)
    await author.createHazard({ document, body: { name, controls: [{ description: name }] } });
  return document;
}

async function approve(document: string): Promise<void> {
  await author.submitReview({ document, body: {} });
  await author.approve({ document, body: {} });
}

/** The next version of an approved document is begun, with another text. */
async function rewrite(document: string, name: string): Promise<void> {
  await author.revise({ document, body: {} });
  const [hazard] = (await author.listHazards({ document })).data;
  await author.updateHazard({ document, id: hazard?.id ?? '', body: { name } });
}

test('[WB505] the library has what is in force, while the next version is written too', async () => {
  const { page } = office;
  const [begun, open] = [await draftOf('Hoist', 'Load falls'), await draftOf('Crane', 'Crane overturns')];
  for (const source of [begun, open]) await approve(source);
  await rewrite(begun, 'Nobody approved this');
  const draft = await draftOf('Formwork', 'Noise');
  await page.goto(`/office/documents/${draft}/edit`);
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  const source = dialog.getByLabel('From which approved document?');
  await source.selectOption(begun);
  await dialog.getByLabel('Load falls (1 control)').waitFor();
  await rewrite(open, 'Nobody approved this either');
  await source.selectOption(open);
  await dialog.getByLabel('Crane overturns (1 control)').check();
  await look(page, 'library-in-force');
  expect(await dialog.getByText('Nobody approved').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add 1 hazard' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await author.listHazards({ document: draft });
  expect(data.map(({ name }) => name)).toEqual(['Noise', 'Crane overturns']);
});

test('[WB505] the library adds no hazard that came meanwhile', async () => {
  const { page } = office;
  const source = await draftOf('Scaffold', 'Fall', 'Dust');
  await approve(source);
  const document = await draftOf('Roof', 'Noise');
  await page.goto(`/office/documents/${document}/edit`);
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From which approved document?').selectOption(source);
  for (const name of ['Fall', 'Dust']) await dialog.getByLabel(`${name} (1 control)`).check();
  // The page does not hear of it before the press.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await author.createHazard({ document, body: { name: 'Dust' } });
  await dialog.getByRole('button', { name: 'Add 2 hazards' }).click();
  await page.getByText('1 hazard added, with its controls. The rest is here by now.').waitFor();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
  const { data } = await author.listHazards({ document });
  expect(data.map(({ name }) => name)).toEqual(['Noise', 'Dust', 'Fall']);
});

test('[WB532] the library adds what is in force at the press, and names what is not any more', async () => {
  const { page } = office;
  const source = await draftOf('Trench', 'Collapse', 'Gas');
  await approve(source);
  const draft = await draftOf('Sewer', 'Noise');
  await page.goto(`/office/documents/${draft}/edit`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'From library' }).click();
  await dialog.getByLabel('From which approved document?').selectOption(source);
  for (const name of ['Collapse', 'Gas']) await dialog.getByLabel(`${name} (1 control)`).check();
  // The page does not hear of it before the press.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await author.revise({ document: source, body: {} });
  const gas = (await author.listHazards({ document: source })).data.find(({ name }) => name === 'Gas');
  await author.removeHazard({ document: source, id: gas?.id ?? '' });
  await approve(source);
  await dialog.getByRole('button', { name: 'Add 2 hazards' }).click();
  await page.getByText('1 hazard added, with its controls. Not in force any more, and not added: Gas.').waitFor();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
  await look(page, 'library-out-of-force');
  expect((await author.listHazards({ document: draft })).data.map(({ name }) => name)).toEqual(['Noise', 'Collapse']);
});

test('[WB532] hazards whose names differ in case and blanks only are one in the library', async () => {
  const { page } = office;
  const source = await draftOf('Demolition', 'Dust ', 'Noise', 'noise');
  await approve(source);
  const draft = await draftOf('Stripping out', 'dust');
  await page.goto(`/office/documents/${draft}/edit`);
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From which approved document?').selectOption(source);
  await dialog.getByRole('checkbox').nth(1).waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(2);
  await dialog.getByLabel('Noise (1 control: Noise)', { exact: true }).check();
  await dialog.getByLabel('noise (1 control: noise)', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Add 1 hazard' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await author.listHazards({ document: draft })).data.map(({ name }) => name)).toEqual(['dust', 'noise']);
});

test('[WB506] a comment on what was removed says where it was, to reviewer and author', async () => {
  const { page } = office;
  const document = await draftOf('Lift shaft', 'Falling tools');
  const section = async (title: string) => (await author.createSection({ document, body: { title } })).id;
  const [rescue, access] = [await section('Rescue plan'), await section('Access')];
  await approve(document);
  await author.revise({ document, body: {} });
  await author.removeSection({ document, id: access });
  await author.submitReview({ document, body: {} });
  await page.goto(`/office/documents/${document}/review`);
  await page.getByRole('button', { name: 'Comment on Access' }).click();
  const writing = page.locator('[data-field=comments] textarea:focus');
  await writing.fill('Why is it gone?');
  await page.getByRole('link', { name: 'Whole document' }).click();
  await page.locator(`[data-place="section ${rescue}"]`).focus();
  await page.keyboard.press('c');
  await writing.fill('Who calls for help?');
  await page.getByLabel('How much it matters, comment 2').focus();
  await author.withdraw({ document, body: {} });
  await author.removeSection({ document, id: rescue });
  await author.submitReview({ document, body: {} });
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  const gone = (name: string) => `${name}, which is not there any more`;
  const chosen = (row: number) => page.getByLabel(`Where, comment ${row}`).locator('option:checked').innerText();
  await expect.poll(async () => [await chosen(1), await chosen(2)]).toEqual([gone('Access'), gone('Rescue plan')]);
  await look(page, 'review-gone-places');
  await page.getByLabel(/Note to the author/).fill('Two parts are missing.');
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  for (const name of ['Access', 'Rescue plan'])
    await page
      .getByRole('heading', { name: gone(name) })
      .first()
      .waitFor();
  await page.getByRole('link', { name: 'Write', exact: true }).click();
  const comment = page.getByRole('group', { name: 'Comment of the reviewer' });
  await comment
    .filter({ hasText: 'Who calls for help?' })
    .getByText(`About ${gone('Rescue plan')}`)
    .waitFor();
  await look(page, 'comments-gone-places');
});

test('[WB507] the whole document names what was removed, and marks changed facts', async () => {
  const { page } = office;
  const document = await draftOf('Facade', 'Fall', 'Asbestos behind panel');
  const { id } = await author.createSection({ document, body: { title: 'Rescue plan', body: 'Call 999.' } });
  await author.updateDocument({ document, body: { work_ends_on: '2027-05-05' } });
  await approve(document);
  await author.revise({ document, body: {} });
  const asbestos = (await author.listHazards({ document })).data.find(({ name }) => name.startsWith('Asbestos'));
  await author.removeHazard({ document, id: asbestos?.id ?? '' });
  await author.removeSection({ document, id });
  await author.updateDocument({ document, body: { work_starts_on: '2027-03-01', work_ends_on: null } });
  await author.submitReview({ document, body: {} });
  await page.goto(`/office/documents/${document}/review?show=whole`);
  const removed = page.getByRole('region', { name: 'Removed since version 1' }).getByRole('listitem');
  await removed.filter({ hasText: 'Hazard · Asbestos behind panel' }).getByText('Removed', { exact: true }).waitFor();
  await removed.filter({ hasText: 'Rescue plan' }).getByText('Call 999.').waitFor();
  const facts = page.getByRole('region', { name: 'The document' }).locator('.facts > div');
  const factOf = (name: string) => facts.filter({ hasText: name }).innerText();
  await look(page, 'review-whole-removed');
  expect([await factOf('Work begins'), await factOf('Work ends')].map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'Work begins 1 Mar 2027 Changed was nothing',
    'Work ends nothing Changed was 5 May 2027',
  ]);
  expect(await facts.getByText('Changed').count()).toBe(2);
});

test('[WB511] a draft gets its reference and place; once approved it keeps its project', async () => {
  const { page } = office;
  const [mill, quay] = await Promise.all(
    ['Mill Lane', 'Quay Road'].map(async (name) => {
      const { id } = await author.createProject({ body: { name } });
      await author.createSite({ body: { project_id: id, name: `Gate of ${name}` } });
      await author.createSite({ body: { project_id: id, name: `Yard of ${name}` } });
      return id;
    }),
  );
  const document = await draftOf('Scaffold', 'Fall');
  const field = (name: string) => page.getByRole('region', { name: 'The document' }).getByLabel(name, { exact: true });
  const optionsOf = (name: string) => field(name).locator('option').allInnerTexts();
  await page.goto(`/office/documents/${document}/edit`);
  await field('Project').selectOption(mill ?? '');
  await field('Site').selectOption({ label: 'Gate of Mill Lane' });
  await field('Reference').fill('ML-RA-7');
  await field('Project').focus();
  await page.getByText('Everything is saved.').waitFor();
  expect(await author.getDocument({ document })).toMatchObject({ reference: 'ML-RA-7', project_id: mill });
  // The sites of another project are others.
  await field('Project').selectOption(quay ?? '');
  await expect.poll(() => field('Site').inputValue()).toBe('');
  expect(await optionsOf('Site')).toEqual(['No site', 'Gate of Quay Road', 'Yard of Quay Road']);
  await field('Site').selectOption({ label: 'Gate of Quay Road' });
  await page.getByText('Everything is saved.').waitFor();
  await approve(document);
  await author.revise({ document, body: {} });
  await page.reload();
  await page.getByText('Version 1 was approved in it.').waitFor();
  await expect.poll(() => optionsOf('Project')).toEqual(['Quay Road']);
  expect(await field('Project').isDisabled()).toBe(true);
  await look(page, 'document-place');
  await field('Site').selectOption({ label: 'Yard of Quay Road' });
  await page.getByText('Everything is saved.').waitFor();
});

test('[WB513] a draft that needs its project is not offered to have none', async () => {
  const { page } = office;
  const [project] = (await author.listProjects({})).data;
  const about = { title: 'Roof', project_id: project?.id ?? '' };
  const [{ id: roof }, { id: free }, { id: talk }] = [
    await author.createDocument({ body: { ...about, document_type: 'rams' } }),
    await author.createDocument({ body: { title: 'Floor', document_type: 'rams' } }),
    await author.createDocument({ body: { ...about, document_type: 'toolbox_talk' } }),
  ];
  const options = page.getByRole('region', { name: 'The document' }).getByLabel('Project').locator('option');
  const noProject = options.filter({ hasText: 'No project' });
  const open = async (document: string): Promise<void> => {
    await page.goto(`/office/documents/${document}/edit`);
    await options.filter({ hasText: 'Quay Road' }).waitFor({ state: 'attached' });
  };
  /** Not before the rules of the organisation are read, which a busy browser may begin long after the page is idle. */
  const offersNone = async (document: string): Promise<void> => {
    await open(document);
    await noProject.waitFor({ state: 'attached' });
  };
  await offersNone(roof);
  await author.updateOrganisation({ body: { settings: { required_references: true } } });
  await open(roof);
  // It reads the same rules.
  await page.getByRole('heading', { name: 'Compliance' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await noProject.count()).toBe(0);
  for (const document of [free, talk]) await offersNone(document);
  await page.goto('/office/documents/new');
  await page.getByLabel('Project').locator('option', { hasText: 'Choose a project' }).waitFor({ state: 'attached' });
  await page.getByLabel('Title').fill('Scaffold');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByText('Choose the project that its reference names.').waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('Toolbox talk');
  await page.getByLabel('Project').locator('option', { hasText: 'No project' }).waitFor({ state: 'attached' });
  await author.updateOrganisation({ body: { settings: { required_references: false } } });
});

test('[WB534] reading shows no id of the register beside a person', async () => {
  const { page } = office;
  const { id: person } = await author.createWorker({ body: { name: 'Noor Aziz' } });
  const document = await draftOf('Night shift', 'Dark');
  await author.createPersonnelEntry({
    document,
    body: { name: 'Noor Aziz', person_id: person, employer_id: person, role: 'supervisor' },
  });
  await page.goto(`/office/documents/${document}`);
  const entry = page.getByRole('region', { name: 'People' }).getByRole('listitem');
  await entry.getByText('Supervisor').waitFor();
  expect(await entry.innerText()).not.toContain(person);
});

test('[WB9] axe-core finds nothing in reviews and the library', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
