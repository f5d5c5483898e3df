/** What the tablet says where it fails itself: whose fault it is, what is kept, what to do, and a line for who helps. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { technicalLine } from '../../web/field/frame/technical-line.ts';
import { damageReplica } from './support/damage-replica.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let page: Page;
let field: OpenField;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const ours = 'That did not work, and it is our fault. Your text is kept.';

/** As a browser whose disk has no room, for what the app keeps beside the replica. */
async function fillDisk(): Promise<void> {
  await page.evaluate(`globalThis.put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => { throw new DOMException('The disk is full', 'QuotaExceededError'); };`);
}

test('[WB681] what is our fault says so, folds out a line, and is tried again by a press', async () => {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.goto('/field/report');
  await page.getByRole('heading', { name: 'What happened?' }).waitFor();
  await fillDisk();
  await press(page, 'Near miss');
  await page.getByText(ours).waitFor();
  expect(await page.getByText('QuotaExceededError').count()).toBe(0);
  await press(page, 'Details');
  await page.getByText('QuotaExceededError · The disk is full').waitFor();
  await seen(page, 'fault');
  await page.evaluate('IDBObjectStore.prototype.put = globalThis.put');
  await press(page, 'Try again');
  await page.getByLabel('Type a line').waitFor();
  expect(await page.getByText(ours).count()).toBe(0);
});

test('[WB681] a text that could not be kept is not said to be', async () => {
  await fillDisk();
  await page.getByLabel('Type a line').fill('A board fell');
  await page.getByText('What was shown as saved is kept.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await page.getByText(ours).count()).toBe(0);
  await page.evaluate('IDBObjectStore.prototype.put = globalThis.put');
  await page.getByLabel('Type a line').fill('A board fell down');
  await page.getByText('What was shown as saved is kept.').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => page.getByLabel('Type a line').inputValue()).toBe('A board fell down');
});

test('[WB681] in a check it is said until what could not be kept is kept', async () => {
  const said = page.getByText('What was shown as saved is kept.');
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByRole('button', { name: 'Yes' }).waitFor();
  await fillDisk();
  await press(page, 'No');
  await said.waitFor();
  await page.evaluate('IDBObjectStore.prototype.put = globalThis.put');
  await press(page, 'No');
  await page.getByLabel('What is wrong?').waitFor();
  await said.waitFor({ state: 'detached' });
});

test('[WB681] on the page of a stop it is said, too', async () => {
  await page.goto('/field/stop');
  await page.getByRole('button', { name: 'Wind or weather' }).waitFor();
  await page.context().setOffline(true); // the stop waits
  await page.evaluate(`globalThis.transaction = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = () => { throw new DOMException('It is closing', 'InvalidStateError'); };`);
  await press(page, 'Wind or weather');
  await page.getByText(ours).waitFor();
  await press(page, 'Details');
  await seen(page, 'fault-stop');
  await page.evaluate('IDBDatabase.prototype.transaction = globalThis.transaction');
  await press(page, 'Try again');
  await page.getByText('Stop recorded.').waitFor();
});

test('[WB681] records that cannot be opened say why, folded', async () => {
  await damageReplica(page);
  await page.reload();
  await page.getByRole('heading', { name: 'cannot be opened' }).waitFor();
  await press(page, 'Details');
  await page.getByText(/^StorageError · damaged · /).waitFor();
  await seen(page, 'broken-details');
});

test('[WB681] the line has the kind and the message, and nothing of the program', () => {
  const error = Object.assign(new Error('No room\n    at store (app.js:1:1)'), { code: 'full' });
  expect(technicalLine(error)).toBe('Error · full · No room');
  expect(technicalLine('x'.repeat(500))).toHaveLength(200);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
