/** A briefing, with what the person in charge and the one who signs are told of it. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { draw, press, seen, sign } from './support/tablet.ts';
import { tooTight } from './support/targets.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr', 'Cid Ray'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const row = (name: string) => page.locator('a.row', { hasText: name });
const openRoster = () => page.goto(`/field/d/${field.documentId}/brief`);

test('[WB620] who signed already sees what they signed: statement, ink, and who briefed them', async () => {
  await openRoster();
  await press(page, 'Who briefs?', 'Bob Orr', 'A colleague');
  await page.getByLabel('Name of who translates').fill('Jan Nowak');
  await press(page, 'Done');
  await sign(page, 'Ann Lee');
  await row('Ann Lee').click();
  await page.getByText('Ann Lee already signed version 1 at').waitFor();
  expect(await page.locator('dl').count()).toBe(0); // not before it is asked for
  await press(page, 'Show');
  const shown = page.locator('dl');
  for (const text of [/^version 1 · \d\d:\d\d$/, /^Zostałem/, 'Bob Orr', 'A colleague, Jan Nowak'])
    await shown.getByText(text).waitFor();
  await shown.getByRole('img', { name: 'Signature of Ann Lee' }).waitFor();
  expect(await page.locator('canvas, input').count()).toBe(0);
  await seen(page, 'sign-shown');
  await press(page, 'Hide');
  await shown.waitFor({ state: 'detached' });
  await press(page, 'Sign again');
  await page.locator('canvas').waitFor();
});

test('[WB620] who was not willing sees why not', async () => {
  await openRoster();
  await row('Bob Orr').click();
  await press(page, 'Nie chcę podpisać');
  await page.getByLabel('Dlaczego nie?').fill('The edge is open');
  await press(page, 'Zapisz');
  await row('Bob Orr').click();
  await press(page, 'Show');
  await page.locator('dl').getByText('The edge is open').waitFor();
});

test('[WB622] what is sent is said where one signs, answers and stops work, and leads to it', async () => {
  for (const path of [`/field/d/${field.documentId}/brief/sign/cid%20ray`, '/field/stop']) {
    await page.goto(path);
    await page.locator('.chip', { hasText: /^All sent/ }).waitFor();
    await page.getByRole('link', { name: /^All sent/ }).click();
    await page.getByRole('heading', { name: 'Sending' }).waitFor();
  }
});

test('[WB621] who briefs sees at which question somebody needed several tries', async () => {
  await field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: 'required' } } } });
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
  await openRoster();
  await row('Cid Ray').click();
  await press(page, '5 m/s', 'Spróbuj ponownie', '5 m/s', 'Spróbuj ponownie', '9 m/s', 'Anybody');
  await page.getByText('Pytanie 1: 3 próby').waitFor();
  expect(await page.getByText('Pytanie 2').count()).toBe(0);
  await seen(page, 'sign-tries');
  await draw(page);
  await press(page, 'Gotowe');
  await row('Cid Ray').getByText('3 tries at one question').waitFor();
  expect(await row('Ann Lee').getByText('tries').count()).toBe(0);
  await row('Cid Ray').click();
  await press(page, 'Show');
  await page.locator('dl').getByText('2 of 2 right, 3 tries').waitFor();
});

test('[WB623] a question has the pictures of what it is about, and the signs of a substance', async () => {
  const of = { document: field.documentId };
  const check = (await field.rest.listSections(of)).data.find(
    ({ section_type: type }) => type === 'understanding_check',
  );
  const items = [
    { question: 'What keeps you from a fall at the slab edge?', options: ['Edge protection', 'Luck'], answer_index: 0 },
    {
      question: 'Where do you open the sealant primer?',
      options: ['In the lift', 'With both doors open'],
      answer_index: 1,
    },
    { question: 'Who may stop the work?', options: ['Anybody', 'The crane driver'], answer_index: 0 },
  ];
  await field.rest.updateSection({ ...of, id: check?.id ?? '', body: { data: { items } } });
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await openRoster();
  await press(page, 'Brief again now');
  await row('Bob Orr').click();
  const photo = page.getByRole('img', { name: 'The open edge at bay C4' });
  await photo.waitFor();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await seen(page, 'check-photo');
  // Without the picture, as before it came, the answers are at the same place.
  const answer = page.getByRole('button', { name: 'Edge protection' });
  const before = await answer.boundingBox();
  await photo.evaluate((image) => image.remove());
  expect(await answer.boundingBox()).toEqual(before);
  await page.reload();
  await photo.waitFor();
  await press(page, 'Edge protection');
  const signs = page.locator('figure', { hasText: 'Sealant primer' });
  await signs.locator('.ghs').nth(1).waitFor();
  await signs.getByText('Łatwopalne').waitFor();
  expect(await page.getByRole('heading', { name: 'Where do you open' }).getAttribute('lang')).toBe('en-IE');
  expect(await photo.count()).toBe(0);
  await seen(page, 'check-signs');
  await press(page, 'With both doors open');
  await page.getByRole('heading', { name: 'Who may stop the work?' }).waitFor();
  expect(await page.locator('figure').count()).toBe(0);
});

test('[WB624] a target just too small or too near, and a card in a card, are found', async () => {
  // Of no origin: the policy of the app lets no text become elements.
  const blank = await page.context().newPage();
  const found = async (html: string): Promise<string[]> => {
    await blank.setContent(html);
    return await tooTight(blank);
  };
  const target = (name: string, height: number, style = ''): string =>
    `<button style="display: block; width: 90px; min-height: 0; height: ${height}px; ${style}">${name}</button>`;
  expect(await found(target('Read', 56))).toEqual([]);
  expect(await found(target('Read', 55))).toEqual(['Read: 90 × 55 px, not 56']);
  expect(await found(target('Sign', 72))).toEqual([]);
  expect(await found(target('Sign', 71))).toEqual(['Sign: 90 × 71 px, not 72']);
  expect(await found(target('Read', 56) + target('Find', 56, 'margin-top: 12px'))).toEqual([]);
  expect(await found(target('Read', 56) + target('Find', 56, 'margin-top: 11px'))).toEqual([
    'Read and Find: 11 px apart',
  ]);
  expect(await found('<p class="card"><b class="card">Within</b></p>')).toEqual(['Within: a card in a card']);
  await blank.close();
});

test('[WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
