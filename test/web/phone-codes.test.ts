/** Codes on one's own phone that are opened one after another in one tab, and codes whose time passes. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { crew as polish } from '../../web/field/words/pl/crew.ts';
import { findings } from './support/look.ts';
import { withOwnPhones, type OwnPhones } from './support/own-phones.ts';
import { draw, press, seen } from './support/tablet.ts';

let phones: OwnPhones;
withOwnPhones(['Ann Lee', 'Bob Orr'], (opened) => (phones = opened));

/** On the card, of a phone of its own. */
async function reads(name: string, script?: string): Promise<{ readonly phone: Page; readonly code: string }> {
  const phone = await (await phones.newPhone(script)).newPage();
  await phone.clock.install();
  const code = await phones.codeFor(name);
  await phone.goto(code);
  await phone.getByRole('heading', { level: 1, name }).waitFor();
  return { phone, code };
}

async function draws(name: string): Promise<{ readonly phone: Page }> {
  const { phone } = await reads(name);
  await press(phone, 'I have read this');
  await draw(phone);
  return { phone };
}

const headed = (on: Page, name: string) => on.getByRole('heading', { level: 1, name }).waitFor();
const ticketOf = (on: Page, name: string) =>
  on.locator('.ticket', { has: on.getByRole('heading', { name }) }).waitFor();
const timesSigned = async (name: string) => (await phones.signed()).filter((each) => each === name).length;

/** On both sides, as it does. */
async function pass(on: Page): Promise<void> {
  await on.clock.fastForward(phones.endCodes() + 1000);
}

const over = 'The time of this code is over, and nothing was sent.';

test('[WB721] a code that is opened again in the same tab is taken at once', async () => {
  const { phone, code } = await reads('Ann Lee');
  await phone.goto(code);
  await press(phone, 'I have read this');
  await draw(phone);
  // And again, with ink on the line.
  await phone.goto(code);
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Ann Lee');
  await phone.context().close();
});

test('[WB721] an answer for a code that was replaced is not taken for that of the other', async () => {
  const context = await phones.newPhone();
  const phone = await context.newPage();
  const late = Promise.withResolvers<void>();
  let asked = 0;
  await phone.route('**/sign-in/own-phone', async (route) => {
    if ((asked += 1) === 1) await late.promise;
    await route.continue();
  });
  const first = phone.waitForRequest('**/sign-in/own-phone');
  await phone.goto(await phones.codeFor('Ann Lee'));
  await first;
  await phone.goto(await phones.codeFor('Bob Orr'));
  await headed(phone, 'Bob Orr');
  const answer = phone.waitForResponse(async (each) => (await each.text()).includes('Ann Lee'));
  late.resolve();
  await answer;
  await press(phone, 'I have read this');
  await headed(phone, 'Bob Orr');
  await context.close();
});

test('[WB721] ink on the line waits for its person where the code of another is opened', async () => {
  const { phone } = await draws('Cat Fox');
  await phone.goto(await phones.codeFor('Dan Roe'));
  await phone.getByText('Another code was opened. What Cat Fox drew or typed is not sent').waitFor();
  await seen(phone, 'own-phone-ink-waits');
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Cat Fox');
  await press(phone, 'Next person');
  await headed(phone, 'Dan Roe');
  await press(phone, 'I have read this');
  // In the moment in which the finger is lifted.
  const code = JSON.stringify(await phones.codeFor('Eve Low'));
  await phone.evaluate(`addEventListener('pointerup', () => location.assign(${code}), { once: true })`);
  await draw(phone);
  await press(phone, 'Next person');
  await headed(phone, 'Eve Low');
  expect([await timesSigned('Cat Fox'), await timesSigned('Dan Roe')]).toEqual([1, 0]);
  await phone.context().close();
});

test('[WB722] who reads is told when the code is over, and goes on with a new one', async () => {
  const { phone } = await reads('Fay Roe');
  await pass(phone);
  await phone.getByText(over).waitFor();
  await seen(phone, 'own-phone-over');
  expect(await phone.getByRole('button', { name: 'I have read this' }).count()).toBe(0);
  await phone.goto(await phones.codeFor('Fay Roe'));
  await press(phone, 'I have read this');
  await phone.context().close();
});

test('[WB722] ink that was drawn when the code ended is sent with a new one of the same person', async () => {
  const { phone } = await draws('Gus Hay');
  await pass(phone);
  await phone.getByText(over).waitFor();
  expect(await phone.getByRole('button', { name: 'Sign and send' }).count()).toBe(0);
  await phone.goto(await phones.codeFor('Gus Hay'));
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Gus Hay');
  expect(await timesSigned('Gus Hay')).toBe(1);
  await phone.context().close();
});

test('[WB722] a signature that is refused is told, and signed again with a new code', async () => {
  const { phone } = await draws('Hal Ito');
  phones.endCodes();
  await press(phone, 'Sign and send');
  await phone.getByText('Ask the person who briefs you for a new code, and sign again.').waitFor();
  expect(await timesSigned('Hal Ito')).toBe(0);
  await phone.goto(await phones.codeFor('Hal Ito'));
  await press(phone, 'I have read this', 'Sign and send');
  await phone.getByText('Please sign on the line first.').waitFor();
  await draw(phone);
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Hal Ito');
  expect(await timesSigned('Hal Ito')).toBe(1);
  await phone.context().close();
});

test('[WB722] one that is kept says when its code is over, and then that it does not count', async () => {
  const { phone } = await draws('Ivo Jay');
  await phone.context().setOffline(true);
  await press(phone, 'Sign and send');
  await phone.getByText('Signed, and kept on this phone.').waitFor();
  await pass(phone);
  await phone.getByText('The time of the code is over.').waitFor();
  await seen(phone, 'own-phone-kept-over');
  await phone.context().setOffline(false);
  await phone.getByText('Your signature did not arrive in time, and does not count.').waitFor();
  expect(await timesSigned('Ivo Jay')).toBe(0);
  await phone.context().close();
});

test('[WB130] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});

test('[WB778] a phone speaks to each person in their language, else in English', async () => {
  const context = await phones.newPhone();
  const phone = await context.newPage();
  const code = async (name: string, language: string): Promise<string> => {
    const body = { version: 1, worker: { name, language } };
    return (await phones.field.rest.createSignCode({ document: phones.field.documentId, body })).url;
  };
  await phone.goto(await code('Ewa Nowak', 'pl'));
  await press(phone, polish.haveRead);
  await draw(phone);
  await press(phone, polish.signAndSend);
  await phone.getByText(polish.showThis).waitFor();
  await phone.goto(await code('Jonas Petras', 'lt'));
  await headed(phone, 'Jonas Petras');
  await phone.getByRole('button', { name: 'I have read this' }).waitFor();
  await context.close();
});

test('[WB779] a line on the phone stays when questions are asked of the next code', async () => {
  const set = (asked: 'off' | 'required') =>
    phones.field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: asked } } } });
  await set('off');
  const { phone } = await draws('Bob Orr');
  await set('required');
  await phone.goto(await phones.codeFor('Bob Orr'));
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Bob Orr');
  await phone.context().close();
});
