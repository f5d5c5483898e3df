/** A signature on one's own phone whose sending did not work: kept on the phone, sent by itself, and counted once. */
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { withOwnPhones, type OwnPhones } from './support/own-phones.ts';
import { draw, press, seen } from './support/tablet.ts';

const kept = 'Signed, and kept on this phone. The server does not have it yet.';
let phones: OwnPhones;
let context: BrowserContext;
withOwnPhones(['Ann Lee', 'Bob Orr'], (opened) => (phones = opened));

/** Up to the line, which is signed without a connection. */
async function signsOffline(name: string): Promise<Page> {
  await context?.close();
  context = await phones.newPhone();
  const phone = await context.newPage();
  await phone.goto(await phones.codeFor(name));
  await press(phone, 'I have read this');
  await draw(phone);
  await context.setOffline(true);
  await press(phone, 'Sign and send');
  await phone.getByText(kept).waitFor();
  return phone;
}

const unsent = (on: Page): Promise<number> =>
  on.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('sitefile-own-phone');
    opening.onsuccess = () => {
      const count = opening.result.transaction('signed').objectStore('signed').count();
      count.onsuccess = () => resolve((opening.result.close(), count.result));
    };
  })`);

test('[WB680] a signature without a connection is kept, and sent by itself once there is one', async () => {
  const phone = await signsOffline('Ann Lee');
  await seen(phone, 'own-phone-kept');
  expect(await unsent(phone)).toBe(1);
  await context.setOffline(false);
  await phone.getByText('Show this to the person who briefs you.').waitFor();
  await expect.poll(() => unsent(phone)).toBe(0);
  expect(await phones.signed()).toEqual(['Ann Lee']);
});

test('[WB680] it outlives its tab: the next one that is opened sends it, before another code', async () => {
  const phone = await signsOffline('Bob Orr');
  await phone.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(await phones.codeFor('Cat Fox'));
  await next.getByRole('heading', { level: 1, name: 'Bob Orr' }).waitFor();
  await next.getByText('Show this to the person who briefs you.').waitFor();
  await expect.poll(() => unsent(next)).toBe(0);
  // Opened once more, nothing is signed again.
  await next.reload();
  await next.getByRole('heading', { level: 1, name: 'Bob Orr' }).waitFor();
  expect((await phones.signed()).toSorted()).toEqual(['Ann Lee', 'Bob Orr']);
});

test('[WB680] one that arrives too late is dropped and says so, and the next code goes on', async () => {
  const phone = await signsOffline('Dan Roe');
  // Before the page is left: it sends once more then, whatever the browser plays.
  phones.endCodes();
  await phone.close();
  const answers: number[] = [];
  context.on('response', (answer) => answer.url().endsWith('/own-phone/sign') && answers.push(answer.status()));
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(await phones.codeFor('Dan Roe'));
  await next.getByText('Your signature did not arrive in time, and does not count.').waitFor();
  await next.getByRole('heading', { level: 1, name: 'Dan Roe' }).waitFor();
  await seen(next, 'own-phone-too-late');
  expect(await unsent(next)).toBe(0);
  expect(new Set(answers)).toEqual(new Set([401]));
  expect(await phones.signed()).not.toContain('Dan Roe');
  await press(next, 'I have read this');
  await draw(next);
  await press(next, 'Sign and send');
  await next.getByText('Show this to the person who briefs you.').waitFor();
  expect((await phones.signed()).filter((name) => name === 'Dan Roe')).toHaveLength(1);
});

test('[WB680] where the browser keeps nothing, the page says that it has to stay open', async () => {
  await context?.close();
  context = await phones.newPhone('IDBFactory.prototype.open = () => { throw new Error("refused"); }');
  const phone = await context.newPage();
  await phone.goto(await phones.codeFor('Eve Low'));
  await press(phone, 'I have read this');
  await draw(phone);
  await context.setOffline(true);
  await press(phone, 'Sign and send');
  await phone.getByText('This was not sent. Keep this page open').waitFor();
  expect(await phone.getByText(kept).count()).toBe(0);
  await context.setOffline(false);
  await phone.getByText('Show this to the person who briefs you.').waitFor();
});

test('[WB130] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
