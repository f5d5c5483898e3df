/** The device's contract on all of its storages: memory, a file, and IndexedDB in a real Chromium. */
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDevice, type Device, type DeviceOptions } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { memoryStorage } from '../../client-sdk/storage/memory.ts';
import { findBrowser } from '../kit/find-browser.ts';
import { temporaryFolder } from '../kit/places.ts';
import { bundleForBrowser } from '../kit/sdk-bundle.ts';
import { openWorld } from '../kit/world.ts';
import { behaviours, readName } from './device-contract.ts';
import type * as program from './device-contract-program.ts';

declare const contract: typeof program;

let browser: Browser;
let bundle: string;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  bundle = await bundleForBrowser(join(import.meta.dirname, 'device-contract-program.ts'));
});
afterAll(() => browser.close());

/** One storage for each replica, as each tablet has its own; the same one at every opening. */
function storages(): Readonly<Record<string, (name: string) => DeviceOptions['storage']>> {
  const folder = temporaryFolder();
  const memories = new Map<string, DeviceOptions['storage']>();
  return {
    memory: (name) => {
      const known = memories.get(name) ?? memoryStorage();
      memories.set(name, known);
      return known;
    },
    durable: (name) => durableStorage({ file: join(folder, `${name}.sqlite`) }),
  };
}

const titles = Object.keys(behaviours);
const cases = ['memory', 'durable'].flatMap((storage) => titles.map((title) => [title, storage] as const));

test.for(cases)('%s: %s', async ([title, storage]) => {
  await using world = await openWorld();
  const make = storages()[storage];
  const open = async (name: string): Promise<Device> => {
    const { name: real, keep } = readName(name);
    const place = { server: world.url, token: world.adminToken, storage: make!(real), name: real }; // one of the two above
    const device = await openDevice({ ...place, autoSync: false, ...(keep ? { keep } : {}) });
    // Also where the behaviour fails: RxDB allows but 13 open collections in a process.
    onTestFinished(() => device.close());
    return device;
  };
  await behaviours[title]?.({ open });
});

test.for(titles)('%s: IndexedDB', async (title) => {
  await using world = await openWorld();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.route(`${world.url}/tab/*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: bundle })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>contract</title>' }),
  );
  await page.goto(`${world.url}/tab/`);
  await page.addScriptTag({
    type: 'module',
    content: `import { run } from '/tab/contract.js'; globalThis.contract = { run };`,
  });
  await page.waitForFunction('"contract" in globalThis');
  const said = await page.evaluate(([wanted, token]) => contract.run(wanted, token), [
    title,
    world.adminToken,
  ] as const);
  expect(said).toBe('as it should be');
});
