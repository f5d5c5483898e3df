/** What somebody has begun to draw or write where they sign, and what arrives meanwhile. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { crew as polish } from '../../web/field/words/pl/crew.ts';
import { localDay } from '../../web/field/base/talk.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { draw, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr', 'Cal Dow', 'Dee Fay', 'Eve Hay', 'Flo Ray', 'Gus Pye', 'John Smith', 'John Smith'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const dayMs = 86_400_000;
const row = (name: string) => page.locator('a.row', { hasText: name }).first();
const brief = () => page.goto(`/field/d/${field.documentId}/brief`);
const firstQuestion = () => page.getByText('At which gust is a panel landed?');
const setCheck = (understanding_check: 'off' | 'required') =>
  field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check } } } });
/** As from their own phone. */
const signElsewhere = (worker_name: string) =>
  field.rest.recordSignoff({ document: field.documentId, body: { worker_name } });
const recordedOf = async (name: string) =>
  (await field.rest.listSignoffs({ document: field.documentId })).data.filter(({ worker }) => worker.name === name);
const hasInk = async () =>
  (await page.locator('.sign canvas').count()) > 0 && (await page.locator('.ghost').count()) === 0;

async function open(name: string): Promise<void> {
  await brief();
  await row(name).click();
  await page.locator('.sign canvas').waitFor();
}

test('[WB791] a line stays when an answer of the person arrives, and is recorded again', async () => {
  await open('Ann Lee');
  const box = await page.locator('.sign canvas').boundingBox();
  if (!box) throw new Error('there is no line to sign on');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 40, { steps: 14 });
  // The pen is still on the line.
  await signElsewhere('Ann Lee');
  await page.getByText(/^Ann Lee: wersja 1 podpisana/).waitFor();
  await page.mouse.up();
  expect(await hasInk()).toBe(true);
  await press(page, polish.signAgain);
  await row('Ann Lee')
    .getByText(/^Signed/)
    .waitFor();
  await expect.poll(async () => (await recordedOf('Ann Lee')).length).toBe(2);
});

test('[WB791] of two namesakes the one who draws says that they are the other', async () => {
  await open('John Smith');
  await draw(page);
  await signElsewhere('John Smith');
  await page.getByText(/^John Smith: wersja 1 podpisana/).waitFor();
  await press(page, polish.signAgain);
  expect(await hasInk()).toBe(true);
  await press(page, polish.theOther);
  await expect.poll(async () => (await recordedOf('John Smith')).length).toBe(2);
  await page
    .locator('a.row', { hasText: 'John Smith' })
    .last()
    .getByText(/^Signed/)
    .waitFor();
});

test('[WB791] a reason that is being written stays when the person signs elsewhere', async () => {
  await open('Eve Hay');
  await press(page, polish.notWilling);
  await page.locator('textarea').fill('Za szybko');
  await signElsewhere('Eve Hay');
  await page.getByText(/^Eve Hay: wersja 1 podpisana/).waitFor();
  expect(await page.locator('textarea').inputValue()).toBe('Za szybko');
});

test('[WB796] who writes a reason, then goes back to the questions, can read the document', async () => {
  await setCheck('required');
  await brief();
  await row('Bob Orr').click();
  await firstQuestion().waitFor();
  const links = page.locator('main > .buttons a');
  await expect.poll(() => links.count()).toBe(2);
  await press(page, polish.notWilling);
  await page.locator('textarea').fill('Za szybko');
  await expect.poll(() => links.count()).toBe(0);
  await press(page, polish.draw);
  await firstQuestion().waitFor();
  await expect.poll(() => links.count()).toBe(2);
});

test('[WB794] right answers are recorded also where the office asks for none by then', async () => {
  await setCheck('required');
  await brief();
  await row('Bob Orr').click();
  await press(page, '5 m/s', polish.tryAgain, '9 m/s', 'Anybody');
  await page.locator('.sign canvas').waitFor();
  await setCheck('off');
  await open('Dee Fay'); // the tablet has heard of it
  await open('Bob Orr');
  await draw(page);
  await press(page, 'Gotowe');
  await row('Bob Orr')
    .getByText(/^Signed/)
    .waitFor();
  await expect.poll(async () => (await recordedOf('Bob Orr')).length).toBe(1);
  expect((await recordedOf('Bob Orr'))[0]?.understanding_check).toMatchObject({ passed: true, attempts: 2 });
});

test('[WB793] answers on the tablet are none to a signature after one elsewhere', async () => {
  await setCheck('required');
  await brief();
  await row('Cal Dow').click();
  await press(page, '9 m/s', 'Anybody');
  await page.locator('.sign canvas').waitFor();
  await signElsewhere('Cal Dow');
  await press(page, 'Sign again');
  await firstQuestion().waitFor();
});

test('[WB793] answers of a signature that needed none by then are none to the next', async () => {
  await setCheck('required');
  await brief();
  await row('Dee Fay').click();
  await press(page, '9 m/s');
  await page.getByText('Who may stop the work?').waitFor();
  await setCheck('off');
  await page.locator('.sign canvas').waitFor();
  await draw(page);
  await press(page, 'Gotowe');
  await row('Dee Fay')
    .getByText(/^Signed/)
    .waitFor();
  await setCheck('required');
  await brief();
  await row('Flo Ray').click();
  await firstQuestion().waitFor(); // the tablet has heard of it
  await brief();
  await row('Dee Fay').click();
  await press(page, 'Sign again');
  await firstQuestion().waitFor();
});

test('[WB790] a line stays where the tablet hears that it was too long silent', async () => {
  await setCheck('off');
  await open('Gus Pye');
  await page.evaluate('navigator.serviceWorker.ready');
  await page.locator('.chip', { hasText: 'All sent' }).waitFor();
  await page.context().setOffline(true);
  await page.clock.install({ time: Date.now() + field.passTime(2 * dayMs) });
  await open('Flo Ray');
  await draw(page);
  await field.rest.updateOrganisation({ body: { settings: { signoff: { max_silent_days: 1 } } } });
  await page.context().setOffline(false);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.locator('.chip', { hasText: 'All sent' }).waitFor();
  expect(await hasInk()).toBe(true);
  await press(page, 'Gotowe');
  await row('Flo Ray')
    .getByText(/^Signed/)
    .waitFor();
});

test('[WB795] where the server is heard again, somebody can sign at once', async () => {
  await page.context().setOffline(true);
  const passed = 9 * dayMs;
  field.passTime(passed);
  await page.clock.fastForward(passed);
  await brief();
  await page
    .getByText(/has not heard from/)
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.locator('.chip', { hasText: 'All sent' }).waitFor();
  await page
    .locator('main')
    .getByText(/has not heard from/)
    .waitFor({ state: 'detached', timeout: 5000 });
});

test('[WB792] a line that is drawn over midnight is signed in the talk that it was begun in', async () => {
  const pass = async (ms: number): Promise<void> => {
    field.passTime(ms);
    await page.clock.fastForward(ms);
  };
  const noon = new Date(Date.now() + field.passTime(0));
  noon.setHours(36, 0, 0, 0);
  await pass(noon.getTime() - Date.now() - field.passTime(0));
  await brief(); // the talk begins
  await row('Gus Pye').waitFor();
  await pass(12 * 3_600_000 - 60_000);
  await open('Gus Pye');
  await draw(page);
  await pass(120_000);
  await page.locator('.below', { hasText: '00:0' }).waitFor();
  expect(await hasInk()).toBe(true);
  await press(page, 'Gotowe');
  await row('Gus Pye')
    .getByText(/^Signed/)
    .waitFor();
  const last = (await recordedOf('Gus Pye')).at(-1);
  expect(last?.briefing?.session_id).toContain(localDay(noon.getTime()));
});
