/** Several people sign on one phone, and phones whose storage does not answer. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { withOwnPhones, type OwnPhones } from './support/own-phones.ts';
import { draw, press, seen } from './support/tablet.ts';

let phones: OwnPhones;
withOwnPhones(['Ann Lee', 'Bob Orr'], (opened) => (phones = opened));

async function sign(on: Page): Promise<void> {
  await press(on, 'I have read this');
  await draw(on);
  await press(on, 'Sign and send');
}

/** Whether nothing that is signed arrives. */
let isCut = false;

async function signUnsent(on: Page, code: string, name: string): Promise<void> {
  isCut = true;
  await on.context().route('**/own-phone/sign', (route) => (isCut ? route.abort() : route.continue()));
  await on.goto(code);
  await sign(on);
  await on.getByText('Signed, and kept on this phone.').waitFor();
  await on.getByRole('heading', { level: 1, name }).waitFor();
}

/** For a page: how many refusals the phone keeps. */
const refusalsKept = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('sitefile-own-phone');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const counting = opening.result.transaction('refused').objectStore('refused').count();
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result);
    };
    counting.onerror = reject;
  };
})`;

const ticketOf = (on: Page, name: string) =>
  on.locator('.ticket', { has: on.getByRole('heading', { name }) }).waitFor();

test('[WB716] two who signed without a connection are both sent by one page', async () => {
  const context = await phones.newPhone();
  const [one, two] = [await context.newPage(), await context.newPage()];
  await two.goto(await phones.codeFor('Bob Orr'));
  await two.getByRole('button', { name: 'I have read this' }).waitFor();
  await one.bringToFront();
  await signUnsent(one, await phones.codeFor('Ann Lee'), 'Ann Lee');
  await one.close();
  await two.bringToFront();
  await sign(two);
  await two.getByText('Signed, and kept on this phone.').waitFor();
  await two.close();
  isCut = false;
  const fresh = await context.newPage();
  await fresh.goto(`${phones.field.url}/sign`);
  await Promise.all([ticketOf(fresh, 'Ann Lee'), ticketOf(fresh, 'Bob Orr')]);
  await seen(fresh, 'own-phone-tickets');
  expect((await phones.signed()).toSorted()).toEqual(['Ann Lee', 'Bob Orr']);
  await context.close();
});

test.each([
  ['another tab', true],
  ['the same tab', false],
])('[WB717] a code that is scanned in %s while one is unsent goes on afterwards', async (_where, isAnother) => {
  const context = await phones.newPhone();
  const [first, second] = isAnother ? ['Cat Fox', 'Dan Roe'] : ['Eve Low', 'Fay Roe'];
  const one = await context.newPage();
  await signUnsent(one, await phones.codeFor(first), first);
  const two = isAnother ? await context.newPage() : one;
  await two.goto(await phones.codeFor(second));
  await two.getByText('The next person goes on after that.').waitFor();
  await two.getByRole('heading', { level: 1, name: first }).waitFor();
  if (!isAnother) await seen(two, 'own-phone-next-waits');
  await two.reload();
  isCut = false;
  await two.evaluate("dispatchEvent(new Event('online'))");
  await ticketOf(two, first);
  await two.reload();
  await press(two, 'Next person');
  await two.getByRole('heading', { level: 1, name: second }).waitFor();
  await sign(two);
  await ticketOf(two, second);
  expect(await phones.signed()).toEqual(expect.arrayContaining([first, second]));
  await context.close();
});

test('[WB720] each of two that are refused is told, by person, until that was read', async () => {
  const context = await phones.newPhone();
  const answers: number[] = [];
  context.on('response', (answer) => answer.url().endsWith('/own-phone/sign') && answers.push(answer.status()));
  const [one, two] = [await context.newPage(), await context.newPage()];
  await two.goto(await phones.codeFor('Ivo Jay'));
  await two.getByRole('button', { name: 'I have read this' }).waitFor();
  await one.bringToFront();
  await signUnsent(one, await phones.codeFor('Kim Low'), 'Kim Low');
  await two.bringToFront();
  await sign(two);
  await two.getByText('Signed, and kept on this phone.').waitFor();
  phones.endCodes();
  await Promise.all([one.close(), two.close()]);
  isCut = false;
  const told = (on: Page, name: string) =>
    on.getByRole('alert').filter({ hasText: new RegExp(`^${name}, .* in time`) });
  const fresh = await context.newPage();
  await fresh.goto(`${phones.field.url}/sign`);
  for (const name of ['Ivo Jay', 'Kim Low']) await told(fresh, name).waitFor();
  await seen(fresh, 'own-phone-refusals');
  expect(new Set(answers)).toEqual(new Set([401]));
  expect((await phones.signed()).filter((name) => /Ivo|Kim/.test(name))).toEqual([]);
  await fresh.reload();
  await told(fresh, 'Ivo Jay').waitFor();
  await press(fresh, 'OK: Ivo Jay');
  await told(fresh, 'Ivo Jay').waitFor({ state: 'detached' });
  // Closed before that is on the disk, it would be told once more.
  await expect.poll(() => fresh.evaluate<number>(refusalsKept)).toBe(1);
  await fresh.close();
  const last = await context.newPage();
  await last.goto(await phones.codeFor('Ivo Jay'));
  await told(last, 'Kim Low').waitFor();
  await last.getByRole('heading', { level: 1, name: 'Ivo Jay' }).waitFor();
  expect(await told(last, 'Ivo Jay').count()).toBe(0);
  await context.close();
});

const unanswered = 'IDBFactory.prototype.open = () => new EventTarget()';
const unwritten = `IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
  apply: (begin, on, [stores, mode]) => {
    if (mode !== 'readwrite') return Reflect.apply(begin, on, [stores, mode]);
    return Object.assign(new EventTarget(), { objectStore: () => ({ put() {}, delete() {} }) });
  },
})`;

test.each([
  ['does not open', unanswered, 'Gus Hay'],
  ['never writes', unwritten, 'Hal Ito'],
])('[WB718] a phone whose storage %s signs while there is a connection', async (_how, script, name) => {
  const context = await phones.newPhone(script);
  const phone = await context.newPage();
  await phone.goto(await phones.codeFor(name));
  await sign(phone);
  await ticketOf(phone, name);
  expect(await phones.signed()).toContain(name);
  await context.close();
});

test('[WB720] a refusal is told, and again after a reload, where the phone keeps nothing', async () => {
  const context = await phones.newPhone(unanswered);
  const phone = await context.newPage();
  await phone.goto(await phones.codeFor('Lea May'));
  await press(phone, 'I have read this');
  await draw(phone);
  phones.endCodes();
  await press(phone, 'Sign and send');
  const told = phone.getByRole('alert').filter({ hasText: /^Lea May, .* in time/ });
  await told.waitFor();
  await phone.reload();
  await told.waitFor();
  await press(phone, 'OK: Lea May');
  await phone.getByText('Scan the code on the tablet').waitFor();
  expect(await told.count()).toBe(0);
  expect(await phones.signed()).not.toContain('Lea May');
  await context.close();
});

test('[WB130] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
