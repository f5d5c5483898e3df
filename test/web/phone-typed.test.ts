/** Who cannot draw signs on their own phone by typing their name. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectFocusOn, pressByKey } from './support/by-keys.ts';
import { findings } from './support/look.ts';
import { withOwnPhones, type OwnPhones } from './support/own-phones.ts';
import { draw, press, seen } from './support/tablet.ts';

let phones: OwnPhones;
withOwnPhones(['Ann Lee', 'Bob Orr'], (opened) => (phones = opened));

/** At the line, on a phone of its own. */
async function atLine(name: string): Promise<Page> {
  const phone = await (await phones.newPhone()).newPage();
  await phone.clock.install();
  await phone.goto(await phones.codeFor(name));
  await press(phone, 'I have read this');
  return phone;
}

const field = (on: Page) => on.getByLabel('Type your name');

async function types(name: string): Promise<Page> {
  const phone = await atLine(name);
  await press(phone, 'Cannot draw?');
  await field(phone).fill(name);
  return phone;
}

const ticketOf = (on: Page, name: string) =>
  on.locator('.ticket', { has: on.getByRole('heading', { name }) }).waitFor();

const signatures = async (name: string) =>
  (await phones.field.rest.listSignoffs({ document: phones.field.documentId })).data.flatMap((each) =>
    each.worker.name === name ? [each.signature] : [],
  );

const typed = (text: string) => [{ kind: 'typed_name', text }];

test('[WB810] who cannot draw signs with their name, by keys alone', async () => {
  const phone = await (await phones.newPhone()).newPage();
  await phone.goto(await phones.codeFor('Ann Lee'));
  await pressByKey(phone.getByRole('button', { name: 'I have read this' }));
  await pressByKey(phone.getByRole('button', { name: 'Cannot draw?' }));
  await expectFocusOn(field(phone));
  expect(await phone.locator('canvas').count()).toBe(0);
  await phone.keyboard.type('Ann Lee');
  await seen(phone, 'own-phone-typed');
  await phone.keyboard.press('Tab');
  await expectFocusOn(phone.getByRole('button', { name: 'Sign and send' }));
  await phone.keyboard.press('Enter');
  await ticketOf(phone, 'Ann Lee');
  expect(await signatures('Ann Lee')).toEqual(typed('Ann Lee'));
  await phone.context().close();
});

test('[WB810] who goes back to the line draws on an empty one, and signs by it', async () => {
  const phone = await atLine('Bob Orr');
  await draw(phone);
  await press(phone, 'Cannot draw?');
  await field(phone).fill('Bob Orr');
  await press(phone, 'Sign by hand', 'Sign and send');
  await phone.getByText('Please sign on the line first.').waitFor();
  await draw(phone);
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Bob Orr');
  expect(await signatures('Bob Orr')).toMatchObject([{ kind: 'ink_vector' }]);
  await phone.context().close();
});

test('[WB811] a name that is not theirs is not sent, and the page says which to type', async () => {
  const phone = await atLine('Cat Fox');
  let sent = 0;
  phone.on('request', (each) => void (each.url().endsWith('/own-phone/sign') && (sent += 1)));
  await press(phone, 'Cannot draw?', 'Sign and send');
  const told = phone.getByText('Type your name as it is on this page: Cat Fox.');
  await told.waitFor();
  for (const other of ['Bob Orr', 'Ca', '   ']) {
    await field(phone).fill(other);
    await press(phone, 'Sign and send');
    await told.waitFor();
  }
  await seen(phone, 'own-phone-other-name');
  expect(sent).toBe(0);
  // Pasted from where names turn.
  await field(phone).fill('\u2067cat  FOX\u2069 ');
  await told.waitFor({ state: 'detached' });
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Cat Fox');
  expect(await signatures('Cat Fox')).toEqual(typed('cat  FOX'));
  await phone.context().close();
});

test('[WB812] letters on the line wait for their person where the code of another is opened', async () => {
  const phone = await types('Dan Roe');
  await phone.goto(await phones.codeFor('Eve Low'));
  await phone.getByText('Another code was opened. What Dan Roe drew or typed is not sent').waitFor();
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Dan Roe');
  await press(phone, 'Next person', 'I have read this', 'Cannot draw?');
  await field(phone).fill('E');
  // Emptied, there is nothing to lose.
  await field(phone).fill('');
  await phone.goto(await phones.codeFor('Fay Roe'));
  await phone.getByRole('heading', { level: 1, name: 'Fay Roe' }).waitFor();
  expect(await signatures('Dan Roe')).toEqual(typed('Dan Roe'));
  await phone.context().close();
});

test('[WB812] a name typed when the code ended is sent with a new one of the same person', async () => {
  const phone = await types('Gus Hay');
  await phone.clock.fastForward(phones.endCodes() + 1000);
  await phone.getByText('The time of this code is over, and nothing was sent.').waitFor();
  expect(await phone.getByRole('button', { name: 'Sign and send' }).count()).toBe(0);
  await phone.goto(await phones.codeFor('Gus Hay'));
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Gus Hay');
  expect(await signatures('Gus Hay')).toEqual(typed('Gus Hay'));
  await phone.context().close();
});

test('[WB812] a typed name without a connection is kept, outlives its tab, and is sent once', async () => {
  const phone = await types('Hal Ito');
  const context = phone.context();
  await context.setOffline(true);
  await press(phone, 'Sign and send');
  await phone.getByText('Signed, and kept on this phone.').waitFor();
  await phone.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`${phones.field.url}/sign`);
  await ticketOf(next, 'Hal Ito');
  expect(await signatures('Hal Ito')).toEqual(typed('Hal Ito'));
  await context.close();
});

test('[WB812] where the answer to a typed name was lost, the same ticket comes again', async () => {
  const phone = await types('Ivo Jay');
  await phone.route('**/own-phone/sign', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(phone, 'Sign and send');
  await phone.getByText('Signed, and kept on this phone.').waitFor();
  await phone.unroute('**/own-phone/sign');
  await press(phone, 'Send again');
  await ticketOf(phone, 'Ivo Jay');
  expect(await signatures('Ivo Jay')).toEqual(typed('Ivo Jay'));
  await phone.context().close();
});

test('[WB812] a typed name stays where the next code of its person asks questions', async () => {
  const set = (asked: 'off' | 'required') =>
    phones.field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: asked } } } });
  await set('off');
  const phone = await types('Kim Low');
  await set('required');
  await phone.goto(await phones.codeFor('Kim Low'));
  await press(phone, 'Sign and send');
  await ticketOf(phone, 'Kim Low');
  await set('off');
  expect(await signatures('Kim Low')).toEqual(typed('Kim Low'));
  await phone.context().close();
});

test('[WB812] the same code scanned again takes nothing from the line, whatever it asks now', async () => {
  const set = (asked: 'off' | 'required') =>
    phones.field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: asked } } } });
  await set('off');
  const url = await phones.codeFor('Lou Mar');
  const phone = await (await phones.newPhone()).newPage();
  await phone.goto(url);
  await press(phone, 'I have read this', 'Cannot draw?');
  await field(phone).fill('Lou Mar');
  await set('required');
  let isAsked = false;
  phone.on('request', (request) => (isAsked ||= request.url().endsWith('/own-phone')));
  await phone.goto(url);
  await phone.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect(isAsked).toBe(false);
  await field(phone).press('Enter');
  await ticketOf(phone, 'Lou Mar');
  await set('off');
  expect(await signatures('Lou Mar')).toEqual(typed('Lou Mar'));
  await phone.context().close();
});

test('[WB811] a dash in a name is no word of it', async () => {
  const phone = await types('Ned - Oak');
  await field(phone).fill('-');
  await press(phone, 'Sign and send');
  await phone.getByRole('alert').getByText('Ned - Oak').waitFor();
  expect(await field(phone).getAttribute('aria-invalid')).toBe('true');
  expect(await signatures('Ned - Oak')).toEqual([]);
  await phone.context().close();
});

test('[WB126] of two phones with one code, the second is told that this person has signed', async () => {
  const url = await phones.codeFor('Pia Rue');
  const [first, second] = [await types('Ola Poe'), await types('Quin Roy')];
  for (const phone of [first, second]) {
    await field(phone).fill('');
    await phone.goto(url);
    await press(phone, 'I have read this', 'Cannot draw?');
    await field(phone).fill('Pia Rue');
  }
  await press(first, 'Sign and send');
  await ticketOf(first, 'Pia Rue');
  await press(second, 'Sign and send');
  await second.getByText('Pia Rue has signed already.').waitFor();
  await press(second, 'OK: Pia Rue');
  expect(await signatures('Pia Rue')).toEqual(typed('Pia Rue'));
  for (const phone of [first, second]) await phone.context().close();
});

test('[WB810] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
