/** Small things that the tablet says: what is done, in which language, how long signing takes, and in which languages. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { averageMs, shortTime } from '../../web/field/brief/signing-pace.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen, sign } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB685] the average counts from the end of the talk, and no break', () => {
  const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 9, 6, 53, seconds)).toISOString();
  expect(averageMs(at(0), [at(32), at(14), at(48)])).toBe(16_000);
  expect(averageMs(at(0), [at(14), at(14 + 3600), at(14 + 3630)])).toBe(22_000);
  expect(averageMs(at(0), [at(-100), at(14)])).toBeNull();
  expect([14_200, 240_000].map(shortTime)).toEqual(['14\u202Fs', '4\u202Fmin']);
});

test('[WB685] a briefing says when the talk was, and what signing takes on average', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.getByText(/^Talk since \d\d:\d\d$/).waitFor();
  await sign(page, 'Ann Lee');
  await page.getByText(/^Talk given \d\d:\d\d to \d\d:\d\d$/).waitFor();
  expect(await page.getByText(/^Average/).count()).toBe(0);
  await sign(page, 'Bob Orr');
  await page.getByText(/^Average \d+\u202Fs a person\.$/).waitFor();
  await seen(page, 'briefing-average');
});

test('[WB684] the card says what is done, and the language of the document where it is another', async () => {
  const of = { document: field.documentId };
  const body =
    'Unitised panels are lifted by mini-crane from level 3 to level 9 and fixed to cast-in channels.\nMore of it.';
  await field.rest.createSection({ ...of, body: { section_type: 'scope_of_works', title: 'Scope', body } });
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByText('What we do: Unitised panels are lifted by mini-crane').waitFor();
  expect(await page.getByText('More of it.').count()).toBe(0);
  expect(await page.locator('.tag', { hasText: 'English' }).count()).toBe(0);
  await page.goto('/field/more/language');
  await page.getByRole('button', { name: 'Polski' }).click();
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByText('Co robimy: Unitised panels').waitFor();
  await page.locator('.tag', { hasText: 'English' }).waitFor();
  await seen(page, 'card-work');
});

test('[WB686] the tablet offers the languages that the organisation set, and keeps its own', async () => {
  const offered = async (): Promise<string[]> =>
    (await page.locator('.choices button > span').allInnerTexts()).map((text) => text.trim());
  await page.goto('/field/more/language');
  await expect.poll(async () => (await offered()).length).toBe(6);
  await field.rest.updateOrganisation({ body: { settings: { languages_offered: ['en', 'ro-RO', 'de'] } } });
  await page.reload();
  await expect.poll(offered).toEqual(['English', 'Polski', 'Română']);
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(offered).toEqual(['English', 'Română']);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await press(page, 'Brief again now', 'Add a person');
  await expect
    .poll(() =>
      page
        .getByRole('group', { name: /language/i })
        .getByRole('button')
        .allInnerTexts(),
    )
    .toEqual(['English', 'Română']);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
