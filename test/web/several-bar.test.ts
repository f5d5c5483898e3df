/** The bar of what is selected, what stays selected, and keys beside it: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { expectFocusOn } from './support/by-keys.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';
import { makeSeveral, numbered, type Several } from './support/several.ts';

let office: OpenOffice;
let several: Several;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  several = await makeSeveral(opened.page, numbered('Doc', 30));
});

const titles = () => office.page.locator('table a.title');
const wide = { width: 1440, height: 900 };

/** Whether what has the focus, or the head of the table, is below the bar. */
function coveredByBar(): boolean {
  const bar = document.querySelector('.selected')?.getBoundingClientRect();
  const row = document.activeElement?.closest('tr')?.getBoundingClientRect();
  const head = document.querySelector('.selected ~ .panel thead th')?.getBoundingClientRect();
  if (!bar || !row || !head) throw new Error('There is no bar, row or head.');
  const edge = Math.max(bar.bottom, head.bottom);
  return (row.top < edge - 1 && row.bottom > bar.top) || (head.top < bar.bottom - 1 && head.bottom > bar.top);
}

test.each([620, 900, 1440])('[WB633] at %i px the bar covers no head and no row of the keyboard', async (width) => {
  const { page } = office;
  await page.setViewportSize({ width, height: 800 });
  await several.select(['Doc 30', 'Doc 29']);
  await several.bar.getByText('2 documents selected').waitFor();
  await titles().last().focus();
  const covered: number[] = [];
  for (let at = 28; at >= 0; at--) {
    await page.keyboard.press('k');
    await expectFocusOn(titles().nth(at));
    if (at > 0 && (await page.evaluate(() => scrollY > 300)) && (await page.evaluate(coveredByBar))) covered.push(at);
  }
  expect(covered).toEqual([]);
  await page.setViewportSize(wide);
});

test('[WB633] the list of files made has a height of its own, and does not stay in view', async () => {
  const { page } = office;
  const { bar, files } = several;
  await several.select(numbered('Doc', 12));
  await bar.getByRole('button', { name: 'Make a PDF of each' }).click();
  await files.getByText('12 of 12 made').waitFor();
  expect((await bar.boundingBox())?.height).toBeLessThan(80);
  expect((await files.boundingBox())?.height).toBeLessThan(500);
  await look(page, 'several-made');
  await titles().last().focus();
  expect(await page.evaluate(coveredByBar)).toBe(false);
  await look(page, 'several-below');
});

test('[WB611] a selection ends with another filter, also when that one is cleared', async () => {
  const { page } = office;
  await several.select(['Doc 30', 'Doc 29']);
  await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Toolbox talk' });
  await page.getByText('No documents match.').waitFor();
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await several.box('Doc 30').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('[WB611] a selection is there again after a document was opened, and left by Back', async () => {
  const { page } = office;
  await several.select(['Doc 30', 'Doc 29']);
  await page.getByRole('link', { name: 'Doc 28', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Doc 28' }).waitFor();
  await page.goBack();
  await several.bar.getByText('2 documents selected').waitFor();
  expect(await several.box('Doc 29').isChecked()).toBe(true);
  // Who comes by a link begins anew.
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await several.box('Doc 29').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('[WB638] a box that was clicked leaves the keys as they are', async () => {
  const { page } = office;
  await several.select([]);
  const rooms = page.getByRole('navigation', { name: 'Office' });
  await several.box('Doc 30').click();
  await page.keyboard.press('[');
  await rooms.waitFor({ state: 'hidden' });
  await page.keyboard.press('[');
  await rooms.waitFor();
  await page.keyboard.press('j');
  await expectFocusOn(titles().nth(1));
  await several.box('Doc 27').click();
  await page.keyboard.press('k');
  await expectFocusOn(titles().nth(2));
  await several.box('Doc 26').click();
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'New document' }).waitFor();
});

test('[WB638] J goes on after Esc in the bar', async () => {
  const { page } = office;
  await several.select([]);
  await titles().first().focus();
  for (const key of ['x', 'Shift+X']) await page.keyboard.press(key);
  await expectFocusOn(several.bar.getByRole('button').first());
  await page.keyboard.press('Escape');
  await several.bar.waitFor({ state: 'detached' });
  await page.locator('[data-stand-in]').waitFor();
  await page.keyboard.press('j');
  await expectFocusOn(titles().first());
});

test('[WB610] Space closes a preview that was hidden in a wider window', async () => {
  const { page } = office;
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await several.select([]);
  await titles().first().focus();
  await page.keyboard.press('Space');
  await preview.waitFor();
  const hide = preview.getByRole('button', { name: 'Hide the preview' });
  expect(await hide.getAttribute('aria-expanded')).toBe('true');
  await hide.click();
  expect(await page.getByRole('button', { name: 'Show the preview' }).getAttribute('aria-expanded')).toBe('false');
  await page.setViewportSize({ width: 1200, height: 800 });
  await preview.getByRole('heading', { name: 'Preview' }).waitFor();
  await titles().first().focus();
  await page.keyboard.press('Space');
  await preview.waitFor({ state: 'detached' });
  await page.setViewportSize(wide);
});

test('[WB9] axe-core finds nothing beside the bar', () => {
  expect(findings).toEqual([]);
});
