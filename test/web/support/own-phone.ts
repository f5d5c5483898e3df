/** Somebody who reads Polish signs on their own phone: the tablet shows a code, and a browser that was never here before opens what it says. */
import { chromium, type Page } from 'playwright';
import { decodeQR } from 'qr/decode.js';
import { expect } from 'vitest';
import { crew as words } from '../../../web/field/words/pl/crew.ts';
import { reading } from '../../../web/field/words/pl/reading.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { draw, press, seen } from './tablet.ts';
import { watchPage } from './watch-page.ts';

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly strokes: readonly (readonly (readonly number[])[])[];
}

/** `tablet` = on the sign screen of `name`. */
export async function signOnOwnPhone(tablet: Page, name: string): Promise<void> {
  await tablet.locator('a[href*=own-phone]').click();
  await tablet.getByText(/^Works once, for 1\d more min/).waitFor();
  await seen(tablet, 'own-phone-code');
  const url = await codeOn(tablet);
  const browser = await chromium.launch({ executablePath: await findBrowser() });
  try {
    const phone = await browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
    phone.setDefaultTimeout(patienceMs);
    const watched = watchPage(phone, new URL(url).origin);
    await phone.goto(url);
    await phone.getByRole('heading', { level: 1, name }).waitFor();
    expect(phone.url()).not.toContain('#');
    await readsSubstance(phone);
    await seen(phone, 'own-phone-card');
    await phone.reload();
    await press(phone, words.haveRead, words.signAndSend);
    await phone.getByText(words.emptyInk).waitFor();
    await phone.setViewportSize({ width: 844, height: 390 });
    await draw(phone, 600);
    await phone.setViewportSize({ width: 390, height: 844 }); // turned while signing
    await draw(phone);
    // Too many of this address at once: the ink is kept, also when the code is scanned again.
    await phone.route('**/own-phone/sign', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, code: 'rate_limited', title: 'Too many requests' }),
      }),
    );
    const sent = phone.waitForRequest('**/own-phone/sign');
    await press(phone, words.signAndSend);
    const { width, height, strokes } = ((await sent).postDataJSON() as { signature: Drawn }).signature;
    const isWithin = ([x = 0, y = 0]: readonly number[]): boolean => x <= width && y <= height;
    expect(strokes.map((stroke) => stroke.every(isWithin))).toEqual([true, true]);
    await phone.getByText(words.keptHereYet).waitFor();
    await phone.goto(url);
    // The answer is lost, and the page is loaded again: what was signed is sent once more, by itself.
    await phone.route('**/own-phone/sign', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const lost = phone.waitForEvent('requestfailed');
    await press(phone, words.sendOnceMore);
    await lost;
    await phone.getByText(words.keptHereYet).waitFor();
    await phone.unroute('**/own-phone/sign');
    await phone.reload();
    await phone.getByText(words.showThis).waitFor();
    await phone.getByRole('heading', { level: 1, name }).waitFor();
    await seen(phone, 'own-phone-ticket');
    await phone.goto(url);
    await phone.getByText(words.codeUsed).waitFor();
    expect(watched.faults).toEqual([]);
    expect(await watched.weigh('script')).toBeLessThanOrEqual(60_000);
    expect(await watched.weigh('stylesheet')).toBeLessThanOrEqual(10_000);
  } finally {
    await browser.close();
  }
  await tablet.getByText(`${name} signed on their own phone at`).waitFor();
}

/** From the roster, with questions that the tablet has not asked: the phone asks them, once. */
export async function answersOnOwnPhone(tablet: Page, name: string, answers: readonly string[]): Promise<void> {
  await tablet.locator('.hand').getByText(name).waitFor();
  await tablet.locator('.hand a[href*=own-phone]').click();
  await tablet.getByText(/^Works once, for 1\d more min/).waitFor();
  const url = await codeOn(tablet);
  const browser = await chromium.launch({ executablePath: await findBrowser() });
  try {
    const phone = await browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
    phone.setDefaultTimeout(patienceMs);
    await phone.goto(url);
    await press(phone, words.haveRead, ...answers);
    await draw(phone);
    await press(phone, words.signAndSend);
    await phone.getByText(words.showThis).waitFor();
  } finally {
    await browser.close();
  }
  await tablet.getByText(`${name} signed on their own phone at`).waitFor();
}

/** The one of the site: what it is, what it does, what to wear and what helps. */
async function readsSubstance(phone: Page): Promise<void> {
  const { signalWords, signs, wear, eyes } = reading;
  for (const text of [
    'Sealant primer',
    signalWords['danger'] ?? '',
    signs['GHS02'] ?? '',
    'Makes people drowsy.',
    `${wear}: Half mask a2p3`,
    `${eyes}: Rinse 15 minutes`,
  ])
    await phone.getByText(text).first().waitFor();
  expect(await phone.locator('svg.ghs').count()).toBe(2);
}

/** What the QR code on the screen says, read from its modules. */
async function codeOn(page: Page): Promise<string> {
  const picture = page.locator('svg.qr');
  const [box, path] = [await picture.getAttribute('viewBox'), await picture.locator('path').getAttribute('d')];
  const scale = 4;
  const width = Number(box?.split(' ')[2]) * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of (path ?? '').matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) * scale + row) * width + Number(x) * scale) * 4;
      for (let at = from; at < from + scale * 4; at += 4) data.fill(0, at, at + 3);
    }
  return decodeQR({ width, height: width, data });
}
