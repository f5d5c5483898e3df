/** A tab of a real Chromium that dies while it sends, and the network with it: what the other tabs say. */
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { findBrowser } from '../kit/find-browser.ts';
import { patienceMs } from '../kit/patience.ts';
import { openWorld } from '../kit/world.ts';
import { openTab, type TabGlobals } from './support/tab.ts';

declare const device: TabGlobals['device'];

test('[DV238] what a tab was sending when it died is not said to be on its way', async () => {
  await using world = await openWorld();
  await using browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  const context = await browser.newContext();
  const options = { name: 'site', autoSync: true, tabPatienceMs: 2_000 };
  const leader = await openTab(context, world, options);
  await leader.page.waitForFunction(() => device.status.lastSyncAt !== null);
  const follower = await openTab(context, world, options);
  const areSending = (): Promise<readonly boolean[]> =>
    follower.run(async () => (await device.outbox.list()).map(({ isSending }) => isSending));
  await context.route('**/sync/push', () => undefined); // on its way, and never answered
  await leader.run(() => device.documents.create({ title: 'Last words', document_type: 'rams' }));
  await expect.poll(areSending, { timeout: patienceMs }).toEqual([true]);
  await context.setOffline(true);
  await leader.page.close();
  await expect.poll(areSending, { timeout: patienceMs }).toEqual([false]);
});
