/** Gloves that tap twice on the tablet: the second tap does nothing to what the first brought under the finger. Each test goes on from the last. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { dot, keptInBrowser, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const by = { id: null, name: 'Ann Lee' };

/** Taps low on the button, and again at the same place once `isDone`, as a browser tells of two taps: `counted` as such, or not. */
async function tapTwice(button: Locator, isDone: () => Promise<unknown>, isCounted = true): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('no button to press');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.9];
  await page.evaluate("addEventListener('click', ({ timeStamp }) => (globalThis.tappedAt = timeStamp), true)");
  await page.mouse.click(x, y);
  await isDone();
  if (isCounted) {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  } else
    await page.evaluate(`{
      const click = new MouseEvent('click', { bubbles: true, detail: 1, clientX: ${x}, clientY: ${y} });
      Object.defineProperty(click, 'timeStamp', { value: tappedAt + 300 });
      document.elementFromPoint(${x}, ${y}).dispatchEvent(click);
    }`);
}

test('[WB600] a double tap opens a permit, and does not finish its work', async () => {
  await field.rest.acceptPermit({ permit: field.permitId, body: { by } });
  await page.goto(`/field/permits/${field.permitId}`);
  const finish = page.getByRole('button', { name: 'Work is finished' });
  await tapTwice(page.getByRole('button', { name: 'Open the permit' }), () => finish.waitFor(), false);
  // What a second tap began would be recorded before this.
  await press(page, 'Suspend');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(async () => (await field.rest.getPermit({ permit: field.permitId })).state).toBe('open');
});

test('[WB600] a double tap puts one isolation back in service', async () => {
  for (const system of ['Pump 1', 'Fire main', 'Sprinkler'])
    await field.rest.recordIsolation({ permit: field.permitId, body: { system, by } });
  const buttons = page.getByRole('button', { name: 'Back in service' });
  await expect.poll(() => buttons.count()).toBe(3);
  await tapTwice(buttons.first(), async () => await expect.poll(() => buttons.count()).toBe(2), false);
  await press(page, 'Suspend');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const inService = async () =>
    (await field.rest.getPermit({ permit: field.permitId })).isolations.filter((each) => each.reinstated_at);
  await expect.poll(async () => (await inService()).map(({ system }) => system)).toEqual(['Pump 1']);
  await expect.poll(() => buttons.count()).toBe(2);
});

test('[WB600] a photo that was refused is dropped when a person says so, not by a double tap', async () => {
  const full = { code: 'payload_too_large', status: 413, title: 'Too large', detail: 'The storage is full.' };
  await page.route('**/sync/blobs/**', (route) => route.fulfill({ status: 413, json: full }));
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').fill('A board fell');
  const photos = async () => Object.values(await keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports'));
  for (const count of [1, 2, 3]) {
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
    await expect.poll(async () => (await photos())[0]?.photos.length).toBe(count);
  }
  await page.goto('/field/sending');
  const drops = page.getByRole('button', { name: 'Drop', exact: true });
  await expect.poll(() => drops.count()).toBe(3);
  const sure = page.getByRole('button', { name: 'Drop this photo of “Near miss: A board fell”?' });
  await tapTwice(drops.first(), () => sure.waitFor(), false);
  await sure.waitFor();
  expect(await drops.count()).toBe(2);
  await page.reload();
  await drops.first().press('Enter');
  await tapTwice(sure, () => sure.waitFor({ state: 'detached' }));
  expect(await drops.count()).toBe(2);
  expect((await photos())[0]?.photos.length).toBe(2);
});
