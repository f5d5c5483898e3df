/** A signature on one's own phone whose sending did not work: kept on the phone, sent by itself, and counted once. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../kit/find-browser.ts';
import { patienceMs } from '../kit/patience.ts';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { draw, press, seen } from './support/tablet.ts';

const kept = 'Signed, and kept on this phone. The server does not have it yet.';
let field: OpenField;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  field = await openField(['Ann Lee', 'Bob Orr']);
  browser = await chromium.launch({ executablePath: await findBrowser() });
});
afterAll(async () => {
  await browser.close();
  await field[Symbol.asyncDispose]();
});

async function codeFor(name: string): Promise<string> {
  const { url } = await field.rest.createSignCode({
    document: field.documentId,
    body: { version: 1, worker: { name, language: 'en' } },
  });
  return url;
}

/** Up to the line, which is signed without a connection. */
async function signsOffline(name: string): Promise<Page> {
  await context?.close();
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  phone.setDefaultTimeout(patienceMs);
  await phone.goto(await codeFor(name));
  await press(phone, 'I have read this');
  await draw(phone);
  await context.setOffline(true);
  await press(phone, 'Sign and send');
  await phone.getByText(kept).waitFor();
  return phone;
}

const signed = async () =>
  (await field.rest.listSignoffs({ document: field.documentId })).data.map(({ worker }) => worker.name);
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
  expect(await signed()).toEqual(['Ann Lee']);
});

test('[WB680] it outlives its tab: the next one that is opened sends it, before another code', async () => {
  const phone = await signsOffline('Bob Orr');
  await phone.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(await codeFor('Cat Fox'));
  await next.getByRole('heading', { level: 1, name: 'Bob Orr' }).waitFor();
  await next.getByText('Show this to the person who briefs you.').waitFor();
  await expect.poll(() => unsent(next)).toBe(0);
  // Opened once more, nothing is signed again.
  await next.reload();
  await next.getByRole('heading', { level: 1, name: 'Bob Orr' }).waitFor();
  expect((await signed()).toSorted()).toEqual(['Ann Lee', 'Bob Orr']);
});

test('[WB680] one that arrives too late is dropped and says so, and the next code goes on', async () => {
  const phone = await signsOffline('Dan Roe');
  await phone.close();
  await context.setOffline(false);
  const problem = { status: 401, code: 'unauthenticated', title: 'Not signed in', detail: 'The code has ended.' };
  await context.route('**/own-phone/sign', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  const next = await context.newPage();
  await next.goto(await codeFor('Dan Roe'));
  await next.getByText('Your signature did not arrive in time, and does not count.').waitFor();
  await next.getByRole('heading', { level: 1, name: 'Dan Roe' }).waitFor();
  await seen(next, 'own-phone-too-late');
  expect(await unsent(next)).toBe(0);
  await context.unroute('**/own-phone/sign');
  await press(next, 'I have read this');
  await draw(next);
  await press(next, 'Sign and send');
  await next.getByText('Show this to the person who briefs you.').waitFor();
  expect((await signed()).filter((name) => name === 'Dan Roe')).toHaveLength(1);
});

test('[WB680] where the browser keeps nothing, the page says that it has to stay open', async () => {
  await context?.close();
  context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
  await context.addInitScript('IDBFactory.prototype.open = () => { throw new Error("refused"); }');
  const phone = await context.newPage();
  phone.setDefaultTimeout(patienceMs);
  await phone.goto(await codeFor('Eve Low'));
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
