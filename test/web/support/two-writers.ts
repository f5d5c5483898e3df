/** Two people who write one draft in the office at once: one at the screen, one by the API. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

export { keepsTheLine } from './lost-edits.ts';

export async function showsOthers(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const of = { document, id: hazard?.id ?? '' };
  const saved = (): Promise<void> => page.getByText('Everything is saved.').waitFor();
  const what = page.getByLabel('What can happen').first();
  const who = page.getByLabel('Who may be harmed').first();
  await page.getByText('Fall from the open edge', { exact: true }).click();
  await what.fill('Half a sen');
  await other.updateHazard({ ...of, body: { who_at_risk: 'Everybody below' } });
  await page.keyboard.type('tence');
  expect(await what.inputValue()).toBe('Half a sentence');
  await page.keyboard.press('Tab');
  await saved();
  await expect.poll(() => who.inputValue()).toBe('Everybody below');
  expect(await what.inputValue()).toBe('Half a sentence');
  await page.getByRole('heading', { level: 1 }).click();
  await other.updateHazard({ ...of, body: { who_at_risk: 'Nobody' } });
  await expect.poll(() => who.inputValue()).toBe('Nobody');
}

/** Both write the same texts at once: words that fit together are merged, of others both are kept. */
export async function twoWrite(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const of = { document, id: hazard?.id ?? '' };
  const what = page.getByLabel('What can happen').first();
  const who = page.getByLabel('Who may be harmed').first();
  // Nothing of the page arrives before the other has written.
  const held = Promise.withResolvers<void>();
  const writes = '**/hazards/*';
  await page.route(writes, async (route) => {
    if (route.request().method() !== 'GET') await held.promise;
    await route.continue();
  });
  await what.fill('Half a sentence, and a second line');
  await who.fill('Scaffolders');
  await page.keyboard.press('Tab');
  await other.updateHazard({ ...of, body: { description: 'Half a long sentence', who_at_risk: 'Roofers' } });
  held.resolve();
  await expect.poll(() => what.inputValue()).toBe('Half a long sentence, and a second line');
  const notice = page.getByText('Two people wrote different values for');
  await notice.waitFor();
  await page.unroute(writes);
  expect(await notice.innerText()).toContain('The document has “Roofers”; kept beside it is “Scaffolders”');
  expect(await who.inputValue()).toBe('Roofers');
  await look(page, 'two-values');
  expect(await other.getHazard(of)).toMatchObject({
    description: 'Half a long sentence, and a second line',
    who_at_risk: 'Roofers',
  });
  await listsMeet(page, document, other);
}

/** What is being written when the draft is submitted stays on the screen, is said to be not saved, and is saved again once it can be. */
export async function keepsUntaken(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const what = page.getByLabel('What can happen').first();
  await what.fill('Written while it was submitted');
  await other.submitReview({ document, body: {} });
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByText('This draft was submitted, approved or put away').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  expect(await what.inputValue()).toBe('Written while it was submitted');
  await page.locator('.written-row').getByLabel('What is done').first().fill('Guard rails and nets');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByText('2 fields are not saved.').waitFor();
  expect(await page.getByText('This is not saved.').count()).toBe(2);
  await look(page, 'draft-ended');
  await other.withdraw({ document, body: {} });
  await page.getByText('This draft was submitted, approved or put away').waitFor({ state: 'detached' });
  await page.getByLabel('Who may be harmed').first().fill('Roofers and scaffolders');
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(async () => (await other.getHazard({ document, id: hazard?.id ?? '' })).who_at_risk)
    .toBe('Roofers and scaffolders');
  await page.getByText('2 fields are not saved.').waitFor();
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.getByText('Everything is saved.').waitFor();
  const saved = await other.getHazard({ document, id: hazard?.id ?? '' });
  expect([saved.description, saved.controls[0]?.description]).toEqual([
    'Written while it was submitted',
    'Guard rails and nets',
  ]);
  await refusesOne(page, document, other);
  await keepsRemoved(page, document, other);
}

/** A control that another adds while one is written, and ticks that are set faster than the server answers: all of them are kept. */
async function listsMeet(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const of = { document, id: hazard?.id ?? '' };
  const controls = async () => (await other.getHazard(of)).controls;
  const first = page.locator('.written-row').getByLabel('What is done').first();
  await first.fill('Guard rails, and toe boards');
  const net = { description: 'A net below', hierarchy_level: 'engineering' as const };
  await other.updateHazard({ ...of, body: { controls: [...(await controls()), net] } });
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(async () => (await controls()).map(({ description }) => description))
    .toEqual(['Guard rails, and toe boards', 'Harness beyond them', 'A net below']);
  const [substance] = (await other.listCoshhAssessments({ document })).data;
  await page.locator('summary', { hasText: 'Two-part resin' }).click();
  await page.locator('details').evaluateAll((all) => all.map((each) => each.setAttribute('open', '')));
  const boxes = page.locator(`#entry-${substance?.id} .checks`).first().getByRole('checkbox');
  const held = Promise.withResolvers<void>();
  await page.route('**/coshh/**', (route) => held.promise.then(() => route.continue()));
  for (const at of [0, 1, 2]) await boxes.nth(at).click();
  held.resolve();
  await page.getByText('Everything is saved.').waitFor();
  await page.unroute('**/coshh/**');
  const field = await page.locator(`#entry-${substance?.id} fieldset:has(.checks)`).first().getAttribute('data-field');
  const [saved] = (await other.listCoshhAssessments({ document })).data;
  expect(Object.entries(saved ?? {}).find(([name]) => name === field)?.[1]).toHaveLength(3);
}

/** An entry in which somebody writes stays on the screen when another removes it, and can be brought back with what was written. */
async function keepsRemoved(page: Page, document: string, other: RestClient): Promise<void> {
  const { id } = await other.createHazard({ document, body: { name: 'Dust' } });
  const of = { document, id };
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').click();
  const what = entry.getByLabel('What can happen');
  await what.fill('Cutting blocks without water');
  await other.removeHazard(of);
  await page.getByRole('heading', { level: 1 }).click();
  await entry.getByText('Somebody removed this while you had it open.').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  expect(await what.inputValue()).toBe('Cutting blocks without water');
  await entry.getByRole('button', { name: 'Bring it back' }).click();
  await entry.getByText('Somebody removed this while you had it open.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.getByText('Everything is saved.').waitFor();
  expect((await other.getHazard(of)).description).toBe('Cutting blocks without water');
}

/** What another wrote a moment ago, and the page does not show yet, keeps the entry. */
export async function removesSeen(page: Page, document: string, other: RestClient): Promise<void> {
  const { id } = (await other.listHazards({ document })).data.at(-1) ?? { id: '' };
  const of = { document, id };
  const entry = page.locator(`#entry-${id}`);
  const what = entry.getByLabel('What can happen');
  await what.focus();
  await other.updateHazard({ ...of, body: { who_at_risk: 'Everybody in the yard' } });
  await entry.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Not removed: somebody changed it a moment ago (who at risk).').waitFor();
  await expect.poll(() => entry.getByLabel('Who may be harmed').inputValue()).toBe('Everybody in the yard');
  await entry.getByRole('button', { name: 'Remove', exact: true }).click();
  await entry.waitFor({ state: 'detached' });
}

/** A save that fails while more is written in its field: what comes after it is no quarrel of its author with themselves. */
async function refusesOne(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const before = (await other.listConflicts({ query: { status: 'open' } })).data.length;
  const what = page.getByLabel('What can happen').first();
  const sent = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(
    '**/hazards/**',
    async (route) => {
      sent.resolve();
      await held.promise;
      await route.fulfill({ status: 403, json: { code: 'forbidden', status: 403 } });
    },
    { times: 1 },
  );
  await what.fill('Half of it');
  await page.getByRole('heading', { level: 1 }).click();
  await sent.promise;
  await what.fill('All that was meant');
  await page.getByRole('heading', { level: 1 }).click();
  held.resolve();
  const saved = async () => (await other.getHazard({ document, id: hazard?.id ?? '' })).description;
  await expect.poll(saved).toBe('All that was meant');
  await page.getByText('Everything is saved.').waitFor();
  expect((await other.listConflicts({ query: { status: 'open' } })).data).toHaveLength(before);
}

/** Another answers the reviewer's comment while an answer is written: both stay. */
export async function answerBoth(page: Page, document: string, other: RestClient): Promise<void> {
  const { review_rounds: rounds } = await other.getDocument({ document });
  const id = rounds?.at(-1)?.comments[0]?.id ?? '';
  await other.answerReviewComment({ document, comment: id, body: { reply: 'And after wind.' } });
  const comment = page.getByRole('group', { name: 'Comment of the reviewer' });
  let isLocked = false;
  const answer = comment.getByLabel('Answer');
  await page.route(
    '**/review-comments/**',
    async (route) => {
      isLocked = await answer.isDisabled();
      await route.continue();
    },
    { times: 1 },
  );
  await comment.getByRole('button', { name: 'It is mended' }).click();
  await page.getByText('Comments answered').waitFor();
  for (const said of ['Ann Lee', 'And after wind.', 'The chargehand, each morning.', 'Mended'])
    await comment.getByText(said, { exact: true }).waitFor();
  expect(isLocked, 'the answer waits').toBe(true);
}
