/** Forms of the office in which more than one field is wrong, by the keyboard alone: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { expectFocusOn } from './support/by-keys.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(
  () => openOffice({ RATE_LIMIT: 'on' }),
  (opened) => (office = opened),
);

const summary = () => office.page.getByRole('alert').filter({ has: office.page.getByRole('heading', { level: 2 }) });

test('[WB692] who guesses the code too often is told how long to wait', async () => {
  const { page } = office;
  await page.goto('/office');
  await page.getByLabel('Your name').fill('Rosa Lindqvist');
  await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByLabel('Code from the terminal').fill('AAAA-AAAA');
  const refusal = page.getByRole('alert');
  const words = [...Array(9).keys()].map((used) => new RegExp(`\\b${9 - used} (try|tries) left in this minute\\.`));
  for (const each of [...words, /Wait a minute before the next try\./, /Too much at once\. Try again in \d+ seconds/]) {
    await page.keyboard.press('Enter');
    await refusal.filter({ hasText: each }).waitFor();
  }
  await look(page, 'start-guessed');
});

test('[WB609] the first start names each field that is wrong, with a link to it', async () => {
  const { page, app } = office;
  await page.goto('/office');
  const code = page.getByLabel('Code from the terminal');
  await code.fill(app.startCode ?? '');
  await page.keyboard.press('Enter');
  await summary().getByRole('heading', { name: '3 fields need your attention' }).waitFor();
  await expectFocusOn(page.getByLabel('Your name'));
  await look(page, 'errors-start');
  await page.getByLabel('Your name').fill('Rosa Lindqvist');
  await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing needs you.').waitFor();
});

test('[WB609] in a dialog the first wrong field has the focus, and each link leads to its own', async () => {
  const { page } = office;
  await page.goto('/office/settings/users');
  await page.getByRole('button', { name: 'Add user' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expectFocusOn(dialog.getByLabel('Name'));
  await page.keyboard.press('Enter');
  await summary().getByRole('heading', { name: '2 fields need your attention' }).waitFor();
  await expectFocusOn(dialog.getByLabel('Name'));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expectFocusOn(dialog.getByLabel('E-mail'));
  await look(page, 'errors-dialog');
  // One is mended: what is left needs no list.
  await page.keyboard.type('ann@lindqvist.example');
  await page.keyboard.press('Enter');
  await summary().waitFor({ state: 'detached' });
  await expectFocusOn(dialog.getByLabel('Name'));
  await page.keyboard.type('Ann Lee');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('ann@lindqvist.example', { exact: true }).waitFor();
});

test('[WB609] what cannot be read is named, too, until it is mended', async () => {
  const { page } = office;
  await page.goto('/office/permits/new');
  await page.getByRole('button', { name: 'Ask for the permit' }).press('Enter');
  await summary().getByRole('heading', { name: '2 fields need your attention' }).waitFor();
  await look(page, 'errors-permit');
  await page.getByLabel('Valid from').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Ask for the permit' }).press('Enter');
  await summary().getByRole('heading', { name: '3 fields need your attention' }).waitFor();
  await expectFocusOn(page.getByLabel('Place'));
  await summary().getByRole('link', { name: 'Valid from: Write all of it.' }).press('Enter');
  await expectFocusOn(page.getByLabel('Valid from'));
  await page.keyboard.type('12');
  await summary().getByRole('heading', { name: '2 fields need your attention' }).waitFor();
  await summary().getByRole('link', { name: 'Work: Write what will be done.' }).press('Enter');
  await expectFocusOn(page.getByRole('textbox', { name: 'Work' }));
  await page.getByLabel('Place').fill('Roof');
  await page.getByRole('textbox', { name: 'Work' }).fill('Cutting');
  await summary().waitFor({ state: 'detached' });
  page.once('dialog', (dialog) => dialog.accept());
  await page.goto('/office');
});

test('[WB9] axe-core finds nothing in forms with more than one error', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
