/** The records of the example in the office, as people look at them and change them. Each test goes on where the one before it stopped. */
import { expect, test } from 'vitest';
import { commit } from '../../server/commit/commit.ts';
import { inOffice } from './support/in-office.ts';
import { callApi, colleague } from './support/office-api.ts';
import { findings, look } from './support/look.ts';
import { pressesAnew, sendOnce, staysWritten } from './support/lost-answers.ts';
import { changeTogether } from './support/stale-forms.ts';
import { answersLate, goesBack, staysAtBack } from './support/back-and-forward.ts';
import { dismissesUntaken, keepsReason, settleUntaken } from './support/untaken-edit.ts';
import { openExample } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';
import { worksIncident } from './support/incident-walk.ts';
import { askToBrief } from './support/ask-to-brief.ts';
import { addPerson, changePlaces, reviewSubmission } from './support/places-walk.ts';

interface Listed {
  readonly data: readonly { readonly id: string; readonly name: string; readonly project_id: string }[];
}
interface Written {
  readonly id: string;
  readonly reference: string;
  readonly hazards: readonly { readonly id: string; readonly name: string }[];
  readonly sections: readonly { readonly id: string }[];
}

let office: OpenOffice;
/** The token of a colleague. */
let admin: string;
inOffice(openExample, (opened) => (office = opened));

async function documentOf(status: string): Promise<Written> {
  const { data } = await callApi<Listed>(office.page, 'GET', `documents?status=${status}`);
  return await callApi<Written>(office.page, 'GET', `documents/${data[0]?.id}`);
}

/** An edit from a tablet that had seen something else. */
async function fromTablet(kind: string, id: string, set: Record<string, string>, was: Record<string, string>) {
  const { app, page } = office;
  const { organisation } = await callApi<{ organisation: { id: string } }>(page, 'GET', 'me');
  const actor = { organisationId: organisation.id, id: 'tablet', name: 'Block C tablet', role: 'device' } as const;
  const edit = { op: 'patch', kind, id, set, was } as const;
  await commit(app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [edit]);
}

test('[WB151] documents show risk, score and briefing, are previewed and filtered', async () => {
  const { page } = office;
  await page.goto('/office/documents');
  const row = page.getByRole('row', { name: /glulam/ });
  await row.getByText('Very high').waitFor();
  await row.getByText('Score 51').waitFor();
  await page
    .getByRole('row', { name: /curtain walling/ })
    .getByRole('img', { name: /7 current/ })
    .waitFor();
  await row.getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.getByRole('complementary', { name: 'Preview' }).getByText('Ready to approve? 51 of 100').waitFor();
  await look(page, 'documents-preview');
  await page.getByLabel('Site', { exact: true }).selectOption('Sports hall plot');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await row.waitFor();
  await page.waitForURL(({ search }) => search === '');
});

test('[WB140] a sign-off shows its evidence, is verified, voided and printed', async () => {
  const { page } = office;
  await page.getByRole('link', { name: /curtain walling/ }).click();
  await page.waitForURL(/documents\/[\da-f-]{36}$/);
  const signoffs = `documents/${/documents\/([^/?]+)/.exec(page.url())?.[1]}/signoffs`;
  const signature = { kind: 'typed_name', text: 'Ana Maria Costa' };
  await callApi(page, 'POST', signoffs, { worker_name: 'Ana Costa', signature });
  await page.getByRole('link', { name: 'Sign-offs' }).last().click();
  await page
    .getByRole('row', { name: /Ana Costa/ })
    .getByText('Ana Maria Costa typed', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page.getByText('12 match their hashes').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Ana Costa: it lacks a seal' }).waitFor();
  await page.getByLabel('State').selectOption('Old version');
  await page
    .getByRole('row', { name: /Bogdan Ilie/ })
    .getByRole('link')
    .click();
  const evidence = page.getByRole('dialog');
  await evidence.getByText('The seal matches what it is made of').waitFor();
  await evidence.getByText('A newer version was in force already when this was signed.').waitFor();
  await look(page, 'evidence');
  await evidence.getByRole('button', { name: 'Void this sign-off' }).click();
  await evidence.getByLabel('Why is it void?').fill('Wrong');
  await evidence.getByRole('button', { name: 'Void the sign-off of Bogdan Ilie' }).click();
  await evidence.getByText('Write at least ten characters.').waitFor();
  await evidence.getByLabel('Why is it void?').fill('Signed for another crew.');
  await evidence.getByRole('button', { name: 'Void the sign-off of Bogdan Ilie' }).click();
  await evidence.getByText('Signed for another crew.').waitFor();
  await page.getByText('The sign-off of Bogdan Ilie is void.').waitFor();
  await page.keyboard.press('Escape');
  await evidence.waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('Void or sent twice');
  await page.reload();
  await page
    .getByRole('row', { name: /Bogdan Ilie/ })
    .getByText('Void', { exact: true })
    .waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Register PDF' }).click();
  expect((await saved).suggestedFilename()).toContain('.pdf');
});

test('[WB141] activity is newest first, by kind and person, with links', async () => {
  const { page } = office;
  await page.goto('/office/activity');
  await page.getByRole('main').getByRole('listitem').first().getByText('PDF made').waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('Sign-offs');
  await page.getByRole('main').getByRole('listitem').first().getByText('Ana Costa').waitFor();
  await page.getByLabel('Who', { exact: true }).fill('popescu');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByText('Ana Costa').count()).toBe(0);
  await look(page, 'activity-found');
  await page.getByRole('link', { name: 'Signed' }).first().click();
  await page.getByRole('dialog', { name: /Ionuț Popescu/ }).waitFor();
});

test('[WB459] what is to be settled is listed with its document', async () => {
  const { page } = office;
  const { id, hazards, reference } = await documentOf('draft');
  const [, , third] = hazards;
  await callApi(page, 'PATCH', `documents/${id}/hazards/${third?.id}`, { who_at_risk: 'Slingers' });
  await fromTablet('hazard', third?.id ?? '', { who_at_risk: 'Pupils' }, { who_at_risk: 'Nobody' });
  await page.goto('/office/settle');
  const row = page.getByRole('region', { name: 'Two values', exact: true }).getByRole('listitem');
  await row.filter({ hasText: 'Hazard' }).getByText(reference).waitFor();
  await look(page, 'settle-list');
  await page.getByRole('button', { name: 'Keep this' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
});

test('[WB512] a conflict whose author wrote on leads to the one in its place', async () => {
  const { page } = office;
  const { id: document, hazards } = await documentOf('draft');
  const id = hazards[2]?.id ?? '';
  await callApi(page, 'PATCH', `documents/${document}/hazards/${id}`, { name: 'Load drops' });
  await fromTablet('hazard', id, { name: 'Load' }, { name: 'Lift' });
  await page.goto('/office/settle');
  await page.getByRole('link', { name: 'Hazard: name' }).click();
  const other = page.locator('section.value', { hasText: 'The other value' });
  await other.getByText('Load', { exact: true }).waitFor();
  await fromTablet('hazard', id, { name: 'Load swings' }, { name: 'Load' });
  await page.getByRole('link', { name: 'It goes on here' }).click();
  await other.getByText('Load swings', { exact: true }).waitFor();
  await look(page, 'settle-goes-on');
  await page.getByRole('button', { name: 'Keep this' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
});

test('[WB142] a conflict names its authors and the safer value, and is settled by keys', async () => {
  const { page } = office;
  const draft = await documentOf('draft');
  const [first, second] = draft.sections;
  const [hazard, other] = draft.hazards;
  const write = (id = '', body = '') => callApi(page, 'PATCH', `documents/${draft.id}/sections/${id}`, { body });
  await write(first?.id, 'Stop at a gust of 12 m/s.');
  await write(second?.id, 'Stop in heavy rain.');
  await fromTablet('section', first?.id ?? '', { body: 'Stop at a gust of 9 m/s.' }, { body: 'Stop at a gust.' });
  await fromTablet('section', second?.id ?? '', { body: 'Stop in light snow.' }, { body: 'Stop in rain.' });
  await fromTablet('hazard', hazard?.id ?? '', { name: 'Crane turns over' }, { name: 'Crane' });
  await fromTablet('hazard', other?.id ?? '', { name: 'Frame folds' }, { name: 'Frame' });
  await page.goto(`/office/documents/${draft.id}/edit?entry=${first?.id}`);
  await page.getByText('2 values').first().waitFor();
  await page.getByRole('link', { name: 'Settle it' }).first().click();
  await page.waitForURL(/settle\/[\da-f-]{36}$/);
  const value = (tag: string) => page.locator('section.value', { hasText: tag });
  await value('The other value').getByText('Block C tablet').waitFor();
  await value('In the document now').getByText('Grant Holloway').waitFor();
  await value('The other value').getByText('Safer', { exact: true }).waitFor();
  await look(page, 'conflict-safer');
  const left = async (count: number) => {
    await page
      .getByRole('region', { name: 'Two values', exact: true })
      .getByText(String(count), { exact: true })
      .waitFor();
    await page.locator('h1').click();
  };
  await left(4);
  await page.keyboard.press('Enter'); // both together say 12 and 9
  for (const _ of [1, 2, 3]) await page.keyboard.down('2');
  await left(3);
  await page.keyboard.down('2');
  await page.keyboard.up('2');
  await left(3);
  await page.getByRole('link', { name: 'Hazard: name' }).first().click();
  await page.getByRole('button', { name: 'Keep this' }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('1');
  await left(2);
  await page.getByRole('link', { name: 'Section: text' }).click();
  await page.getByRole('button', { name: 'Accept both together' }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('Enter');
  await left(1);
  await callApi(page, 'PATCH', `documents/${draft.id}/hazards/${hazard?.id}`, { name: 'Crane leans' });
  await value('In the document now').getByText('Crane leans').waitFor();
  await page.getByLabel('Or write something else').fill('Frame buckles or folds');
  await staysAtBack(page);
  expect(await page.getByLabel('Or write something else').inputValue()).toBe('Frame buckles or folds');
  await look(page, 'conflict-changed');
  await page.getByRole('button', { name: 'Use what I wrote' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
  const after = await callApi<Written>(page, 'GET', `documents/${draft.id}`);
  expect(after.hazards.map(({ name }) => name)).toContain('Frame buckles or folds');
});

test('[WB460] Back goes back, page by page', () => goesBack(office.page));

test('[WB460] nobody is taken from the page they went to', () => answersLate(office.page));

test('[WB143] an edit that was not taken is written again', async () => {
  admin = await colleague(office.page, 'admin');
  await settleUntaken(office, await documentOf('pending_review'), admin);
});

test('[WB444] a reason that is being written stays when another person was quicker', () =>
  keepsReason(office.page, admin));

test('[WB143] an edit is said not to be needed, and stays readable', () => dismissesUntaken(office.page));

test('[WB155] [WB235] the search also finds people, permits and incidents, new ones too', async () => {
  const { page } = office;
  await page.goto('/office/search?q=popescu');
  const people = page.getByRole('region', { name: 'People', exact: true });
  await people.getByRole('link', { name: /Popescu/ }).waitFor();
  await callApi(page, 'POST', 'workers', { name: 'Maria Popescu' });
  await people.getByRole('link', { name: 'Maria Popescu' }).waitFor();
  await page.goto('/office/search?q=cable');
  await page.getByRole('region', { name: 'Incidents' }).getByRole('link').first().waitFor();
  await look(page, 'search-elsewhere');
});

test('[WB146] an incident goes from its report to its end, with a decision on RIDDOR', () =>
  worksIncident(office.page));

test('[WB147] the photos of an incident are seen, with words for those who cannot see them', async () => {
  const { page } = office;
  const { data } = await callApi<Listed>(page, 'GET', 'sites');
  const photo = await page.evaluate(async (site) => {
    const canvas = new OffscreenCanvas(64, 48);
    canvas.getContext('2d')?.fillRect(8, 8, 40, 20);
    const form = new FormData();
    form.append('photos[]', await canvas.convertToBlob({ type: 'image/jpeg' }), 'stair.jpg');
    const answer = await fetch(`/api/v1/sites/${site}/photos`, {
      method: 'POST',
      body: form,
      headers: { 'idempotency-key': 'stair' },
    });
    return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? ''; // as the API replies
  }, data[0]?.id);
  const report = { location: 'Stair 1', description: 'A tread is loose.', incident_type: 'unsafe_condition' };
  const place = { project_id: data[0]?.project_id, site_id: data[0]?.id, occurred_at: new Date().toISOString() };
  const photos = [{ id: photo, name: 'stair.jpg' }];
  const { id } = await callApi(page, 'POST', 'incidents', { ...report, ...place, photos });
  await page.goto(`/office/incidents/${id}`);
  const image = page.getByRole('img', { name: 'Photo 1 of the incident, stair.jpg' });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(64);
  await image.click();
  await page.getByRole('dialog', { name: 'stair.jpg' }).getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`/office/sites/${data[0]?.id}`);
  await page.getByRole('img', { name: /^Photo of / }).waitFor();
  await look(page, 'site-one');
});

test('[WB148] what a contractor handed in is reviewed on its page', () => reviewSubmission(office.page));

test('[WB149] a person and a card are added, and a removal is undone', () => addPerson(office.page));

test('[WB330] a form is sent once, however often it is pressed', () => sendOnce(office.page));

test('[WB430] another press is another attempt, whatever became of the one before it', () => pressesAnew(office.page));

test('[WB331] what is written is not left unasked, nor lost with the session', () => staysWritten(office.page));

test('[WB332] two people change the same records, and neither loses anything', () => changeTogether(office.page));

test('[WB150] [WB270] a site is changed beside another person, a project archived and restored', () =>
  changePlaces(office.page));

test('[WB273] the crews are asked to be briefed again, and the register says by whom', () => askToBrief(office.page));

test('[WB9] axe-core finds nothing where records are read and settled', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
