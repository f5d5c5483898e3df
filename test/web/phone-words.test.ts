/** Words of an own phone that did not arrive: the page is in English, and asks for them again. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { crew as polish } from '../../web/field/words/pl/crew.ts';
import { withOwnPhones, type OwnPhones } from './support/own-phones.ts';
import { press } from './support/tablet.ts';

let phones: OwnPhones;
withOwnPhones(['Lea May', 'Max Nye'], (opened) => (phones = opened));

/** Reads Polish, on a phone on which no part of the page arrives but the first. `mend` = from now on they do. */
async function withoutWords(name: string): Promise<{ readonly phone: Page; readonly mend: () => void }> {
  const phone = await (await phones.newPhone()).newPage();
  let isCut = true;
  const page = await (await fetch(`${phones.field.url}/sign`)).text();
  await phone.route('**/assets/*.js*', (route) => {
    const isFirst = page.includes(new URL(route.request().url()).pathname);
    return isCut && !isFirst ? route.abort() : route.continue();
  });
  const body = { version: 1, worker: { name, language: 'pl' } };
  const { url } = await phones.field.rest.createSignCode({ document: phones.field.documentId, body });
  await phone.goto(url);
  await phone.getByRole('button', { name: 'I have read this' }).waitFor();
  expect(await phone.locator('html').getAttribute('lang')).toBe('en');
  return { phone, mend: () => void (isCut = false) };
}

test('[WB813] words that take long hold up nobody', async () => {
  const phone = await (await phones.newPhone()).newPage();
  const page = await (await fetch(`${phones.field.url}/sign`)).text();
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  await phone.route('**/assets/*.js*', async (route) => {
    if (!page.includes(new URL(route.request().url()).pathname)) await late;
    await route.continue();
  });
  const body = { version: 1, worker: { name: 'Lea May', language: 'pl' } };
  const { url } = await phones.field.rest.createSignCode({ document: phones.field.documentId, body });
  await phone.goto(url);
  await phone.getByRole('button', { name: 'I have read this' }).waitFor();
  arrive();
  await expect.poll(() => phone.locator('html').getAttribute('lang')).toBe('pl');
  await phone.context().close();
});

test('[WB778] a press leaves the language of the page, whatever another tab shows', async () => {
  const context = await phones.newPhone();
  const open = async (name: string, language: string): Promise<Page> => {
    const tab = await context.newPage();
    const body = { version: 1, worker: { name, language } };
    const { url } = await phones.field.rest.createSignCode({ document: phones.field.documentId, body });
    await tab.goto(url);
    await tab.locator(`html[lang=${language}]`).waitFor();
    return tab;
  };
  const tab = await open('Lea May', 'pl');
  await open('Max Nye', 'ro');
  await press(tab, polish.haveRead, polish.cannotDraw);
  await tab.getByLabel(polish.typedName).waitFor();
  expect(await tab.locator('html').getAttribute('lang')).toBe('pl');
  await context.close();
});

test('[WB813] words that did not arrive are asked for when there is a connection', async () => {
  const { phone, mend } = await withoutWords('Lea May');
  await press(phone, 'I have read this', 'Cannot draw?');
  await phone.getByLabel('Type your name').fill('Lea May');
  mend();
  await phone.evaluate("dispatchEvent(new Event('online'))");
  expect(await phone.getByLabel(polish.typedName).inputValue()).toBe('Lea May');
  expect(await phone.locator('html').getAttribute('lang')).toBe('pl');
  await press(phone, polish.signAndSend);
  await phone.getByText(polish.showThis).waitFor();
  await phone.context().close();
});

test('[WB813] words that did not arrive are asked for with each press, until they are there', async () => {
  const { phone, mend } = await withoutWords('Max Nye');
  for (const button of ['I have read this', 'Cannot draw?']) {
    const refused = phone.waitForEvent('requestfailed');
    await press(phone, button);
    await refused;
  }
  mend();
  await press(phone, 'Sign by hand');
  await phone.getByRole('button', { name: polish.signAndSend }).waitFor();
  await phone.context().close();
});
