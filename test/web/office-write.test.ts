/** Writing a document in the office, in a real browser against one real server. Each test goes on where the one before it stopped. */
import { expect, test } from 'vitest';
import { watchPresence } from '../../client-sdk/presence.ts';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { addsSheets } from './support/adds-sheets.ts';
import { inOffice } from './support/in-office.ts';
import { savesAudit } from './support/saves-audit.ts';
import { findings, look } from './support/look.ts';
import { tokenOf } from './support/office-api.ts';
import { takesFromLibrary } from './support/library-walk.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';
import { followsOutline, movesUpTwice } from './support/outline-walk.ts';
import { writeDates } from './support/write-dates.ts';
import { answerBoth, keepsTheLine, keepsUntaken, removesSeen, showsOthers, twoWrite } from './support/two-writers.ts';
import {
  compareVersions,
  putAway,
  marksCondition,
  reviewByKeys,
  showsConditions,
  showsWhole,
  writeConditions,
} from './support/version-walk.ts';

let office: OpenOffice;
/** Another author, by the API. */
let other: RestClient;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const { page } = office;
  await page.getByRole('link', { name: 'New document' }).click();
  await page.getByLabel('Title').fill('Scaffold to the north stair');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByLabel('Hazard to add').fill('Fall from the open edge');
  await page.keyboard.press('Enter');
  await page.getByText('Fall from the open edge').first().waitFor();
});

const documentShown = (): string => /documents\/([^/]+)/.exec(office.page.url())?.[1] ?? '';

test('[WB22] a finding of the check leads to the field that mends it, and the score follows', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  const finding = page.getByRole('listitem').filter({ hasText: 'Every hazard has at least two controls' });
  await finding.getByText('MHSWR 1999 reg 4').waitFor();
  await look(page, 'check');
  await page.getByRole('region', { name: 'Risk before and after' }).getByRole('button').click();
  const after = page.getByRole('row', { name: /After controls/ }).getByRole('cell');
  expect(await after.allInnerTexts()).toEqual(['0', '0', '0', '0', '1']);
  const score = () => page.getByRole('img', { name: /strong from 80/ }).getAttribute('aria-label');
  const before = await score();
  await finding.getByRole('link', { name: 'Mend Fall from the open edge' }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
    .toBe('controls');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Guard rails before the boards');
  await page.getByRole('button', { name: 'Add control: PPE' }).click();
  await page.keyboard.type('Harness beyond them');
  await page.getByLabel('Level, control 1').selectOption('engineering');
  await finding.waitFor({ state: 'detached' });
  // The finding is also gone for as long as the editor has not checked yet.
  await expect.poll(score).not.toBe(before);
  await page.getByRole('link', { name: 'Add Understanding check' }).first().click();
  await page.locator('#add-sections input:focus').press('Enter');
  await page.getByRole('link', { name: 'Mend Understanding check' }).waitFor();
  await look(page, 'editor-check');
});

test('[WB23] a substance is assessed: statements, limits, controls and protection', async () => {
  const { page } = office;
  await page.getByLabel('Substance to add').fill('Two-part resin');
  await page.keyboard.press('Enter');
  const substance = page.getByRole('listitem').filter({ hasText: 'Two-part resin' });
  await substance.getByText('Two-part resin', { exact: true }).click();
  await substance.getByText('What the label says').click();
  await substance.getByRole('button', { name: 'Add hazard statement' }).click();
  await page.keyboard.type('h317');
  await page.keyboard.press('Tab');
  await expect
    .poll(() => substance.getByLabel('Words, if others').inputValue())
    .toBe('May cause an allergic skin reaction');
  await expect.poll(() => substance.getByLabel('Sensitises the skin?').inputValue()).toBe('yes');
  await substance.getByText('Exposure and limits').click();
  await substance.getByRole('button', { name: 'Add limit' }).click();
  await page.keyboard.type('Silica, respirable crystalline');
  await page.keyboard.press('Tab');
  await expect.poll(() => substance.getByLabel('Over 8 hours').inputValue()).toBe('0.1 mg/m3');
  await look(page, 'substance');
  await page.getByRole('link', { name: 'Mend Two-part resin' }).click();
  const wanted = page.locator('[data-field=health_surveillance_required] select:focus');
  await wanted.waitFor();
  await wanted.selectOption('yes');
  await page.getByRole('link', { name: 'Mend Two-part resin' }).waitFor({ state: 'detached' });
  await substance.getByText('Control and protection').click();
  await substance.getByRole('button', { name: 'Add item' }).click();
  await page.keyboard.type('Gloves');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nitrile, 0.4 mm');
  await page.keyboard.press('Tab');
  await page.getByText('Everything is saved.').waitFor();
  await page.reload();
  await substance.getByText('Two-part resin', { exact: true }).click();
  await substance.getByText('Control and protection').click();
  expect(await substance.getByLabel('Specification').inputValue()).toBe('Nitrile, 0.4 mm');
});

test('[WB25] the editor names who else has the document open', async () => {
  const { page, app } = office;
  const token = await tokenOf(office.page, 'Paul Shah');
  const document = documentShown();
  const { promise, resolve } = Promise.withResolvers<readonly { name: string }[]>();
  const onPeople = (people: readonly { name: string }[]) => people.length > 0 && resolve(people);
  const leave = watchPresence({ server: app.url, token, document, onPeople });
  expect(await promise).toMatchObject([{ name: 'Rosa Lindqvist' }]);
  await page.getByText('Paul Shah is here too').waitFor();
  await look(page, 'present');
  leave();
  await page.getByText('Paul Shah is here too').waitFor({ state: 'detached' });
});

test('[WB235] a screen shows what others change, and leaves alone what is being written', async () => {
  const { page, app } = office;
  other = restClient({ server: app.url, token: await tokenOf(office.page, 'Ann Lee') });
  await showsOthers(page, documentShown(), other);
});

test('[WB433] the outline of a draft leads to its parts', () => followsOutline(office, documentShown(), other));

test('[WB270] two who write one hazard at once lose nothing', () => twoWrite(office.page, documentShown(), other));

test('[WB400] what is written of a draft that was submitted stays, and is saved again', () =>
  keepsUntaken(office.page, documentShown(), other));
test('[WB432] no entry goes with words that nobody saw', () => removesSeen(office.page, documentShown(), other));
test('[WB431] a lost edit is asked again in turn', () => keepsTheLine(office.page, documentShown(), other));

test('[WB26] a comment is written at a hazard, shown there in the editor, and answered', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /for review/ }).click();
  await page.getByLabel(/Note to the author/).fill('One thing is missing.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.keyboard.type('Say who checks the rails, and how often.');
  await page.getByLabel('Where, comment 1').selectOption({ label: 'Hazard: Fall from the open edge' });
  await look(page, 'review-comments');
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByRole('link', { name: 'Fall from the open edge' }).click();
  const comment = page.getByRole('group', { name: 'Comment of the reviewer' });
  await comment.getByText('Say who checks the rails').waitFor();
  await page.getByText('1 comment', { exact: true }).waitFor();
  await comment.getByLabel('Answer').fill('The chargehand, each morning.');
  await look(page, 'comments');
  await answerBoth(page, documentShown(), other);
});

test('[WB28] hazards are reordered by keys and by dragging, which is said; the focus stays', async () => {
  const { page } = office;
  await page.getByLabel('Hazard to add').fill('Noise');
  await page.keyboard.press('Enter');
  const names = () => page.getByRole('region', { name: 'Hazards' }).locator('summary > b').allInnerTexts();
  await expect.poll(names).toEqual(['Fall from the open edge', 'Noise']);
  const noise = page.getByRole('region', { name: 'Hazards' }).locator('summary', { hasText: 'Noise' });
  await noise.focus();
  await movesUpTwice(page, 'Noise is first already.');
  await expect.poll(names).toEqual(['Noise', 'Fall from the open edge']);
  expect(await noise.evaluate((summary) => summary === document.activeElement)).toBe(true);
  await noise.locator('.grip').dragTo(page.locator('summary', { hasText: 'Fall from the open edge' }));
  await page.getByRole('status').getByText('Noise is number 2 of 2 now.').waitFor();
  await expect.poll(names).toEqual(['Fall from the open edge', 'Noise']);
});

test('[WB442] a hazard is taken over from an approved document, with its controls', () =>
  takesFromLibrary(office.page, other, documentShown()));

test('[WB29] a PDF is looked at in a tab of its own, and says meanwhile that it is being made', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Make the file' }).click();
  const link = page.getByRole('link', { name: 'Look at it' });
  await link.waitFor();
  expect(await link.getAttribute('target')).toBe('_blank');
  const shown = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([shown.headers()['content-type'], shown.headers()['content-disposition']?.split(';')[0]]).toEqual([
    'application/pdf',
    'inline',
  ]);
});

test('[WB153] the register is made in a language, on letter paper', async () => {
  const { page } = office;
  await page.getByText('More choices').click();
  await page.getByLabel('What').selectOption('The sign-off register alone');
  await page.getByLabel('Statement above the lines').selectOption('Polish');
  await page.getByLabel('Paper').selectOption('Letter');
  await look(page, 'export-choices');
  await page.getByRole('button', { name: 'Make the file' }).click();
  await page.getByText('Register, PDF, draft, statement in Polish').waitFor();
});

test('[WB154] a new document starts from a template, which says what it begins with', async () => {
  const { page } = office;
  await page.goto('/office/documents/new');
  await page
    .getByRole('listitem')
    .filter({ hasText: '7 sections' })
    .getByRole('link', { name: 'Toolbox talk' })
    .click();
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('toolbox_talk');
  await page.getByLabel('Title').fill('Lifting boards by hand');
  await look(page, 'templates');
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByRole('region', { name: 'Sections' }).locator('summary').nth(6).waitFor();
});

test('[WB152] the editor takes keys, undoes, and writes questions and work dates', async () => {
  const { page } = office;
  await page.getByLabel('Hazard to add').fill('Strained back');
  await page.keyboard.press('Enter');
  const hazard = page
    .getByRole('region', { name: 'Hazards' })
    .getByRole('listitem')
    .filter({ hasText: 'Strained back' });
  await hazard.locator('summary').click();
  await hazard.getByRole('radio', { name: 'Severity 1, likelihood 1: 1' }).first().focus();
  // Picked before the answer to the first is there.
  const line = Promise.withResolvers<void>();
  await page.route('**/hazards/*', async (route) => {
    await line.promise;
    await route.continue();
  });
  for (const key of ['s', '4', 'l', '3']) await page.keyboard.press(key);
  line.resolve();
  await page.getByText('Everything is saved.').waitFor();
  await page.unroute('**/hazards/*');
  await hazard.locator('summary').getByText('High').waitFor();
  const id = await hazard.getAttribute('id');
  await hazard.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Strained back is removed.').waitFor();
  await page.locator('#add-hazards input:focus').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await hazard.locator('summary').getByText('High').waitFor();
  expect(await hazard.getAttribute('id')).toBe(id);
  await writeDates(page);
  await page.locator('summary', { hasText: 'Understanding check' }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Question 1', { exact: true }).fill('How many lift a board?');
  await page.getByRole('textbox', { name: 'Answer 1, the right one' }).fill('One');
  await page.getByRole('textbox', { name: 'Answer 2' }).fill('Two');
  await page.getByLabel('Answer 2 of question 1 is right').check();
  await page.getByText('Everything is saved.').waitFor();
  await look(page, 'questions');
  await page.reload();
  await page.locator('summary', { hasText: 'Understanding check' }).click();
  expect(await page.getByRole('textbox', { name: 'Answer 2, the right one' }).inputValue()).toBe('Two');
  expect(await page.getByLabel('Work ends on').inputValue()).toBe('2027-03-01');
});

test('[WB440] photos and sheets are added, with words, and opened', () => addsSheets(office.page, documentShown()));

test('[WB420] a row that was removed is gone, and one that is begun is asked about', () =>
  writeConditions(office.page));

test('[WB651] Read and Sign-offs say on which conditions a version was approved', () => showsConditions(office.page));

test('[WB669] a condition is marked as met, and as not met after all', () => marksCondition(office.page));

test('[WB144] a review is read and commented on by keys', () => reviewByKeys(office.page));

test('[WB438] a review shows the whole document, with the same keys', () => showsWhole(office.page));

test('[WB144] two versions are compared, and the conditions stay', () => compareVersions(office.page));

test('[WB145] a draft is discarded and a document archived and restored', () => putAway(office.page));

test('[WB27] the audit log says who changed what, and is saved as a file', () => savesAudit(office.page));

test('[WB24] each chart has a table with the same figures', async () => {
  const { page } = office;
  await page.goto('/office/ui');
  const line = page.getByRole('region', { name: 'A line' });
  await line.getByRole('button', { name: 'Show as table' }).click();
  expect(await line.getByRole('row').allInnerTexts()).toEqual([
    'Version\tScore\tBand',
    'Version 1\t58\tWeak',
    'Version 2\t71\tAdequate',
    'Draft of 3\t86\tStrong',
  ]);
  await look(page, 'living');
});

test('[WB553] a button at work says that it cannot be pressed', async () => {
  const buttons = office.page.getByRole('region', { name: 'Buttons, dialog, message' });
  expect(await buttons.getByRole('button', { name: 'Sending' }).isDisabled()).toBe(true);
  expect(await buttons.getByRole('button', { name: 'Retry now' }).isDisabled()).toBe(false);
});

test('[WB9] [WB233] nor have the screens where a document is written', () => {
  expect([...findings, ...office.watched.faults]).toEqual([]);
});
