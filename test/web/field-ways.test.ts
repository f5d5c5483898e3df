/** Other ways through the field app: another language, a wrong clock, keys alone, a broken disk. Each test goes on from the last. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { worksByKeys } from './support/day-by-keys.ts';
import { findings } from './support/look.ts';
import { hasNoVoice, listen } from './support/listen.ts';
import { openField, type OpenField } from './support/open-field.ts';
import {
  beginsReport,
  finishesReport,
  keepsBothTexts,
  keepsOthersControls,
  meetsOthers,
  signsTyped,
  stopsByCheck,
} from './support/other-ways.ts';
import { losesProtection, startsAfresh, tellsOfApp } from './support/tablet-trouble.ts';
import { listsChecks } from './support/list-checks.ts';
import { signOnOwnPhone } from './support/own-phone.ts';
import { crash, draw, keepInBrowser, keptKeys, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
beforeAll(async () => {
  field = await openField(['Ann Lee', 'Bob Orr', 'Jo Smith', 'Jo Smith']);
  const context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

test('[WB85] a language is chosen before enrolment, says it is unchecked, and works offline', async () => {
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await page.goto(url);
  await press(page, 'Polski not checked');
  await page.getByText('These words were not checked by a native speaker').waitFor();
  await seen(page, 'enrol-polish');
  await press(page, 'Zacznij');
  await page.getByText('0 z 4').waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
  await page.reload();
  await page.getByText('0 z 4').waitFor();
  await seen(page, 'today-polish');
  await page.goto('/field/more');
  await press(page, 'Български niesprawdzony');
  await page.getByRole('heading', { name: 'Още' }).waitFor();
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['bg', 'ltr']);
  await seen(page, 'more-bulgarian');
});

test('[WB87] every screen keeps its width when it is written from right to left', async () => {
  await page.evaluate('document.documentElement.dir = "rtl"');
  await seen(page, 'more-rtl');
  await page.getByRole('link', { name: 'Днес' }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await seen(page, 'today-rtl');
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.places')).direction`)).toBe('rtl');
});

test('[WB86] [WB209] what is recorded in another language is in English for the office', async () => {
  await page.goto('/field/stop');
  await press(page, 'Вятър или време');
  await page.getByText('Спирането е записано').waitFor();
  await page.reload(); // [WB209] without a PIN it stays, too
  await press(page, 'На екипа', 'Запиши на кого е казано');
  await page.getByText('Казано: На екипа').waitFor();
  await seen(page, 'stopped');
  await field.startServer();
  await page.goto('/field/sending');
  await press(page, 'Опитай да изпратиш сега');
  await page.getByText('Нищо не чака').waitFor();
  const [incident] = (await field.rest.listIncidents()).data;
  expect(incident).toMatchObject({ description: 'Stop work: Wind or weather', immediate_actions: 'Stop work' });
  await expect
    .poll(async () => (await field.rest.getIncident({ incident: incident?.id ?? '' })).notes)
    .toMatchObject([{ text: 'Told: The crew' }]);
  await page.goto('/field/more');
  await press(page, 'Работата може да започне отново');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto('/field/more');
  await press(page, 'English');
  await page.getByRole('heading', { name: 'More' }).waitFor();
});

test('[WB232] the keyboard skips the navigation, and each screen puts the focus on its title', async () => {
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.goto('/field');
  await page.getByRole('link', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This tablet' }).waitFor();
  await expect.poll(focused).toBe('More');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Skip to the content');
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('As the tablet');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: 'Brief the crew' }).waitFor();
  await expect.poll(focused).toBe('Block C tower');
});

test('[WB89] a check that was decided becomes a whole document, whenever the tablet is killed', async () => {
  const chance = openChance(89);
  const checks = async () => (await field.rest.listDocuments({ query: { type: 'powra' } })).data;
  const areWhole = async (): Promise<boolean> => {
    const all = await Promise.all((await checks()).map(({ id }) => field.rest.getDocument({ document: id })));
    return all.every(({ sections }) => sections.length === 4);
  };
  const key = `powra ${field.documentId}`;
  const [site] = (await field.rest.listSites()).data;
  const answers = Array.from({ length: 12 }, (_, i) => ({ item: `Question ${i}`, response: 'yes', note: null }));
  for (let kill = 1; kill <= 2; kill++) {
    await keepInBrowser(page, key, { site, startedAt: new Date().toISOString(), answers });
    await page.goto(`/field/powra/${field.documentId}`);
    await press(page, 'Bob Orr');
    await page.getByRole('button', { name: 'Start work' }).click({ noWaitAfter: true });
    await page.waitForTimeout(chance.below(12));
    const context = page.context();
    await crash(page);
    page = await context.newPage();
    await page.goto('/field');
    const isOpen = async () => (await keptKeys(page)).some((each) => each.startsWith('decided powra '));
    await expect.poll(isOpen).toBe(false);
    await page.getByRole('link', { name: /All sent/ }).waitFor();
    expect(await areWhole()).toBe(true);
  }
});

test('[WB209] a point of work check that says stop stops the work, with its reason', () => stopsByCheck(page, field));

test('[WB90] of two namesakes, who signed does not sign for the other', async () => {
  await page.goto(`/field/d/${field.documentId}/brief/sign/jo%20smith`);
  await draw(page);
  await press(page, 'Gotowe');
  await page.getByText('of 4').waitFor();
  await page.goto(`/field/d/${field.documentId}/brief/sign/jo%20smith`);
  await press(page, 'Sign again');
  await seen(page, 'sign-namesakes');
  await page.getByRole('button', { name: /^I answered at/ }).click();
  await page.getByText('Your answer is recorded, and stays').waitFor();
  await page.goBack();
  await page.goto(`/field/d/${field.documentId}/brief/sign/jo%20smith`);
  await press(page, 'Sign again');
  await page.getByRole('link', { name: 'I am the other one' }).click();
  await draw(page);
  await press(page, 'Gotowe');
  await expect.poll(() => page.locator('.count').innerText()).toMatch(/^2\s*of 4/);
  await page.goto('/field/more');
});

test('[WB210] who cannot draw types their name before a witness, and the sign-off says so', () =>
  signsTyped(page, field));

test('[WB204] card, sections and statement are read aloud in their languages, or fall silent', () =>
  listen(page, field.documentId));

test('[WB666] nothing is read by a voice that is not on the tablet', () => hasNoVoice(page, field.documentId));

test('[WB211] the card and its editing name who else has the document open', () => meetsOthers(page, field));
test('[WB130] a person signs on their own phone by the tablet’s code, and the tablet sees it', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await press(page, 'Who briefs?', 'Ann Lee', 'A colleague');
  await page.getByLabel('Name of who translates').fill('Jan Nowak');
  await press(page, 'Done');
  await page.goto(`/field/d/${field.documentId}/brief/sign/bob%20orr`);
  await signOnOwnPhone(page, 'Bob Orr');
  await page.getByRole('link', { name: 'Crew' }).click();
  await expect.poll(() => page.locator('.count').innerText()).toMatch(/^4\s*of 4/);
  await page.goto('/field/more');
});

test('[WB207] a sign-off on an own phone says who told, how long, and who translated', async () => {
  const { data } = await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  expect(data.find(({ capture }) => capture.method === 'own_device_qr')?.briefing).toMatchObject({
    briefed_by: { name: 'Ann Lee' },
    interpretation: 'bilingual_colleague',
    interpreter_name: 'Jan Nowak',
    duration_seconds: expect.any(Number),
  });
});

test('[WB206] a control that somebody else adds stays when a form that was open is saved', () =>
  keepsOthersControls(page, field));

test('[WB42] a text that the office rewrote meanwhile and the one of the tablet are both kept', () =>
  keepsBothTexts(page, field));

test('[WB98] with a PIN a stop stays, in every tab and after a reload, until it is ended', async () => {
  await press(page, 'Set a PIN');
  await page.getByLabel('New PIN').fill('482913');
  await press(page, 'Save the PIN', 'Change or remove it');
  const other = await page.context().newPage();
  await other.goto('/field');
  await other.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto('/field/stop');
  await press(page, 'Wind or weather');
  await other.getByText('Stop recorded').waitFor();
  await other.close();
  await page.goto('/field');
  await page.getByText('Stop recorded').waitFor();
});

test('[WB99] a clock set back after wrong PINs makes nobody wait longer than five minutes', async () => {
  const attempt = async (digits: string): Promise<void> => {
    await page.getByLabel('PIN of the person in charge').fill(digits);
    await press(page, 'Go on');
  };
  for (let left = 5; left > 0; left--) {
    await attempt('482914');
    await page.getByText(left > 1 ? 'This PIN is wrong' : 'Wait 5 min').waitFor();
  }
  await page.evaluate('globalThis.rightNow = Date.now; Date.now = () => rightNow() - 86_400_000');
  await attempt('482913');
  await page.getByText('Wait 5 min').waitFor();
  await page.evaluate('Date.now = () => rightNow() - 86_400_000 + 301_000');
  await attempt('482913');
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[WB100] wrong answers in one tab count for the sign-off that another tab makes', async () => {
  await field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: 'required' } } } });
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
  await page.goto(`/field/d/${field.documentId}/brief/sign/bob%20orr`);
  await press(page, 'Sign again');
  await page.getByRole('button', { name: '9 m/s' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await press(other, 'Sign again');
  await other.getByRole('button', { name: '9 m/s' }).waitFor();
  await press(page, '5 m/s');
  await page.getByText('Gust · 9 m/s · Land the panel').waitFor();
  await press(other, '9 m/s', 'Anybody');
  await draw(other);
  await other.getByRole('button', { name: /^(Done|Gotowe)$/ }).click();
  await other
    .getByText(/^Signed/)
    .first()
    .waitFor();
  await other.close();
  const signoffs = () => field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  const checks = async () => (await signoffs()).data.flatMap(({ understanding_check: check }) => check ?? []);
  await expect.poll(checks).toMatchObject([{ questions: 2, correct: 2, attempts: 2 }]);
});

test('[WB88] a permit counts down right on a tablet whose clock is wrong, and says so', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  await press(page, 'Accept it', 'Bob Orr', 'Accept it', 'Open the permit');
  await page.locator('.huge', { hasText: '1 h 5' }).waitFor();
  await page.clock.setSystemTime(Date.now() + 50 * 60_000);
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('.chip', { hasText: 'Clock 50 min fast' }).waitFor();
  await field.stopServer();
  await page.goto(`/field/permits/${field.permitId}`);
  await page.getByText('is 50 min fast').waitFor();
  await page.locator('.huge', { hasText: '1 h 5' }).waitFor();
  await seen(page, 'permit-wrong-clock');
  await page.goto('/field');
  await page.locator('a.row', { hasText: '1 h 5' }).waitFor();
  await beginsReport(page);
  await page.clock.setSystemTime(Date.now());
  await field.startServer();
});

test('[WB449] a report happened when and where it was begun, whatever happens since', () =>
  finishesReport(page, field));

test('[PW24] checks after a fire watch are listed with who made them, and the next is due', () =>
  listsChecks(page, field));

test('[WB450] a day on the tablet is done by the keyboard alone', () => worksByKeys(page, field));

test('[WB203] a tablet whose browser may clear it says so while work waits', () => losesProtection(page));

test('[WB201] records that do not open go to a file as far as they are read, and start afresh', () =>
  startsAfresh(page));

test('[WB203] a new version of the app is told, and a window that forgets everything', () =>
  tellsOfApp(page, field.url));

test('[WB233] [WB39] nor have these screens', () => {
  expect(findings).toEqual([]);
});
