/** Changing a draft on the tablet, and a new version that comes of it. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { OpenField } from './open-field.ts';
import { press, pressSurely, seen } from './tablet.ts';

const rate = (page: Page, scale: string, level: string): Promise<void> =>
  page.getByRole('group', { name: scale }).getByRole('button', { name: level }).click();

export async function addsHazard(page: Page, document: string): Promise<void> {
  await page.goto(`/field/d/${document}/hazards`);
  await page.getByRole('link', { name: 'Add a hazard' }).click();
  await page.getByLabel('What can go wrong?').fill('Panel swings');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Add a hazard' }).click();
  await page.getByLabel('What can go wrong?').and(page.locator(':enabled')).waitFor();
  expect(await page.getByLabel('What can go wrong?').inputValue()).toBe('Panel swings');
  await press(page, 'Add a hazard');
  await rate(page, 'How bad, before controls', '4');
  await rate(page, 'How likely, before controls', '3');
  await press(page, 'Add: Remove the danger');
  await page.getByLabel('Remove the danger, 1').fill('Land panels by crane only below 5 m/s');
  await page.getByText('Saved here').last().waitFor();
  await seen(page, 'edit-hazard');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('region', { name: 'New in the draft' }).getByText('Panel swings').waitFor();
}

export async function editsDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await rate(page, 'How bad, with controls', '4');
  await page.getByText('Saved here').waitFor();
  await page.getByLabel('Guards, barriers, machines, 1').fill('Edge protection at every bay');
  await page.getByLabel('Description').fill('Open while panels land');
  await page.getByRole('link', { name: 'Back' }).click(); // before the pause is over
  await page.getByRole('heading', { name: 'Fall from the slab edge' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: /All . sections/ }).click();
  await page.getByText('Weather limits').click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Action').fill('Land the panel, measured at the slab edge');
  await page.getByText('Saved here').waitFor();
  await seen(page, 'edit');
}

export async function postponesVersion(page: Page): Promise<void> {
  await page.goto('/field/more');
  await press(page, 'Set a PIN');
  await page.getByLabel('New PIN').fill('271828');
  await press(page, 'Save the PIN');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'Curtain walling is now version 2' }).waitFor();
  await press(page, 'Later');
  const pin = page.getByLabel('PIN of the person in charge');
  await pin.waitFor();
  await seen(page, 'new-version');
  await page.reload();
  await press(page, 'Later');
  await pin.fill('271828');
  await press(page, 'Go on', 'Brief it later');
  await page.getByRole('link', { name: 'Brief the crew' }).waitFor();
  await page.goto('/field/more');
  await press(page, 'Change or remove it');
  await pin.fill('271828');
  await press(page, 'Go on', 'Remove the PIN');
  await page.getByRole('button', { name: 'Set a PIN' }).waitFor();
}

export async function suggestsTooLate(page: Page, field: OpenField): Promise<void> {
  const of = { document: field.documentId };
  await page.goto(`/field/d/${field.documentId}/hazards`);
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.context().setOffline(true);
  await page.getByLabel('Description').fill('Open at bay C4');
  await page.getByText('Saved here').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'Add a hazard' }).click();
  await page.getByLabel('What can go wrong?').fill('A bolt drops');
  await press(page, 'Add a hazard');
  await page.getByRole('heading', { name: 'A bolt drops' }).waitFor();
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'More' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Sending/ })
    .click();
  const edit = page.getByRole('main').locator('li', { hasText: 'Description: Open at bay C4' });
  await edit.getByText('Not taken: the document was approved').waitFor();
  await seen(page, 'sending-refused');
  await edit.getByRole('button', { name: 'Open as a suggestion' }).click();
  await edit.waitFor({ state: 'detached' });
  const draft = async () => {
    const { status, hazards } = await field.rest.getDocument(of);
    return [status, hazards[0]?.description];
  };
  await expect.poll(draft).toEqual(['draft', 'Open at bay C4']);
}

/** The hazard that was not taken together with that edit. */
export async function writesAgain(page: Page, field: OpenField): Promise<void> {
  await press(page, 'Write it again');
  expect(await page.getByLabel('Name').inputValue()).toBe('A bolt drops');
  await page.getByLabel('Name').fill('A bolt drops on people');
  await seen(page, 'sending-written-again');
  await press(page, 'Open as a suggestion');
  await page.getByRole('main').getByText('Nothing waits').waitFor();
  const { hazards } = await field.rest.getDocument({ document: field.documentId });
  expect(hazards.map(({ name }) => name)).toContain('A bolt drops on people');
}

/** What is being written when the draft is submitted stays on the screen and on the tablet, which says so. */
export async function keepsWords(page: Page, field: OpenField): Promise<void> {
  const of = { document: field.documentId };
  const all = page.getByText('The server has everything that was written on this tablet.');
  await page.goto(`/field/d/${field.documentId}/hazards`);
  await page.getByRole('link', { name: 'Edit' }).first().click();
  const description = page.getByLabel('Description');
  await description.waitFor();
  await field.rest.submitReview({ ...of, body: {} });
  await page.getByText('Your text is kept.').first().waitFor();
  await description.fill('The netting is torn');
  await page.getByText('The netting is torn', { exact: true }).and(page.locator('.kept-text')).waitFor();
  await seen(page, 'edit-taken-away');
  expect(await description.inputValue()).toBe('The netting is torn');
  await page.goto('/field/sending');
  await page.locator('.kept-text', { hasText: 'The netting is torn' }).waitFor();
  expect(await all.count()).toBe(0);
  await field.rest.withdraw({ ...of, body: {} });
  await pressSurely(page, 'Drop', 'Drop it? It is removed from this tablet.');
  await all.waitFor();
}

/** The draft on the server, once everything was sent. */
export async function hasEdits(field: OpenField): Promise<void> {
  const draft = await field.rest.getDocument({ document: field.documentId });
  const [edge, added] = draft.hazards;
  expect(edge).toMatchObject({ description: 'Open while panels land', severity_after: 4 });
  expect(edge?.controls).toMatchObject([
    { description: 'Edge protection at every bay', hierarchy_level: 'engineering' },
  ]);
  expect(added).toMatchObject({
    name: 'Panel swings',
    risk_before: 12,
    controls: [{ hierarchy_level: 'elimination' }],
  });
  expect(draft.sections[0]).toMatchObject({
    data: { rows: [['Gust', '9 m/s', 'Land the panel, measured at the slab edge']] },
  });
}
