/** What a hand does on the tablet, and a look at the screen that it finds. */
import type { Page } from 'playwright';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

/** In every theme and size of a tablet and a phone. */
export function seen(page: Page, name: string): Promise<void> {
  return look(page, `field-${name}`, 'field');
}

/** Buttons, one after the other. */
export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

/** A button that asks first. The answer is by a key: the second of two quick taps is none. */
export async function pressSurely(page: Page, label: string, question: string): Promise<void> {
  await press(page, label);
  await page.getByRole('button', { name: question }).press('Enter');
}

export async function draw(on: Page, length = 200): Promise<void> {
  const box = await on.locator('canvas').boundingBox();
  if (!box) throw new Error('there is no line to sign on');
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await on.mouse.move(x, y);
  await on.mouse.down();
  await on.mouse.move(x + length, y - 30, { steps: 14 });
  await on.mouse.up();
}

/** A person of the crew, on the roster that is open. */
export async function sign(on: Page, name: string): Promise<void> {
  const row = on.locator('a.row', { hasText: name });
  await row.click();
  await draw(on);
  await on.getByRole('button', { name: /Done|Gotowe/ }).click();
  await row.getByText(/^Signed/).waitFor();
}

/** By a code that is typed. */
export async function enrol(on: Page, rest: RestClient): Promise<void> {
  const { code } = await rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await on.goto('/field');
  await on.getByLabel('Code').fill(code);
  await press(on, 'Start work');
  await on.getByRole('heading', { name: 'Curtain walling' }).waitFor();
}

/** A photo of one pixel. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
);

/** As if the tablet ran out of memory: nothing of the page runs any more. */
export async function crash(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab);
  session.send('Page.crash').catch(() => undefined);
  await tab.waitForEvent('crash');
  await tab.close();
}

/** Writes what the app keeps beside the replica. */
export async function keepInBrowser(on: Page, key: string, value: unknown): Promise<void> {
  await on.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('sitefile-field');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('kept', 'readwrite');
      transaction.objectStore('kept').put(${JSON.stringify(value)}, ${JSON.stringify(key)});
      transaction.oncomplete = () => resolve(opening.result.close());
      transaction.onabort = reject;
    };
  })`);
}

/** Empty where nothing is kept under the key. */
export function keptInBrowser<Value>(on: Page, key: string): Promise<Value> {
  return on.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('sitefile-field');
    opening.onsuccess = () => {
      const asked = opening.result.transaction('kept').objectStore('kept').get(${JSON.stringify(key)});
      asked.onsuccess = () => resolve((opening.result.close(), asked.result ?? {}));
      asked.onerror = reject;
    };
  })`);
}

/** What the app keeps beside the replica, by key. */
export function keptKeys(on: Page): Promise<string[]> {
  return on.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('sitefile-field');
    opening.onsuccess = () => {
      const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
      keys.onsuccess = () => resolve((opening.result.close(), keys.result));
    };
  })`);
}
