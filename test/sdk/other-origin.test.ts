/** A web app of another origin than the server’s, in a real Chromium: all SDK requests pass the browser’s preflight. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../kit/find-browser.ts';
import { bundleForBrowser } from '../kit/sdk-bundle.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { plainPng } from '../photos/pictures.ts';
import type { TabGlobals } from './support/tab.ts';

declare const sdk: TabGlobals['sdk'];

let browser: Browser;
let app: Server;
let origin: string;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  const script = await bundleForBrowser(join(import.meta.dirname, '../../client-sdk/index.ts'));
  app = createServer(({ url }, response) => {
    const isScript = url?.endsWith('.js') === true;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : page);
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const address = app.address();
  if (address === null || typeof address === 'string') throw new Error('the app has no port');
  origin = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  await browser.close();
  app.closeAllConnections();
  app.close();
});

const page = `<!doctype html><title>app</title><script type="module">
import * as sdk from '/sdk.js';
globalThis.sdk = sdk;
</script>`;

test('[DV84] a web app of an allowed other origin syncs, compresses and uploads in parts', async () => {
  await using world = await openWorld({ environment: { CORS_ORIGINS: origin } });
  await using tom = await openTablet(world, { seed: 1 });
  const project_id = await tom.projects.create({ name: 'Block C' });
  const siteId = await tom.sites.create({ project_id, name: 'East gate' });
  await tom.sync();
  const tab = await browser.newPage();
  await tab.goto(origin);
  await tab.waitForFunction('"sdk" in globalThis');
  const shown = await tab.evaluate(
    async ({ server, token, siteId: site_id, head }) => {
      const device = await sdk.openDevice({ server, token, storage: sdk.dexieStorage(), autoSync: false });
      await device.sync();
      for (let i = 0; i < 20; i++)
        await device.documents.create({ title: `Lift ${i} of the glulam beams`, document_type: 'rams' });
      // In several parts: cleaning cuts off the bytes after the end of an image.
      await device.addPhoto({
        site_id,
        bytes: Uint8Array.from([...head, ...Array.from({ length: 600_000 }, () => 7)]),
      });
      const summary = await device.sync();
      const { waiting, refused, problem } = device.status;
      await device.close();
      return { summary, waiting, refused, problem };
    },
    { server: world.url, token: world.adminToken, siteId, head: [...plainPng()] },
  );
  expect(shown).toMatchObject({ summary: { pushed: 21, refused: 0 }, waiting: 0, refused: 0, problem: null });
  const kept = await world.app.commitContext.store.db
    .selectFrom('record')
    .select('id')
    .where('kind', '=', 'photo')
    .execute();
  expect(kept).toHaveLength(1);
});
