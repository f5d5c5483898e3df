/** The first sync in a real Chromium, where the replica is Dexie on IndexedDB, against the transfer and a plain bulkPut. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createViteServer } from 'vitest/node';
import { findBrowser } from '../../kit/find-browser.ts';
import { middle, type Figure } from '../table.ts';
import type { Run, Work } from './browser-page.ts';
import { fill, token } from './fill.ts';
import { startProgram } from './program.ts';
import { startServer } from './server.ts';

const runs = 3;
const root = join(import.meta.dirname, '..', '..', '..');

export async function inBrowser(records: number): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  await fill(folder, 0, records);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const vite = await createViteServer({
    root,
    configFile: false,
    cacheDir: join(folder, 'vite'),
    logLevel: 'error',
    // Its packages are bundled before the page asks for them: one that is found later makes those that came before out of date.
    optimizeDeps: { entries: ['test/bench/sync/browser-page.ts'] },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [
      {
        name: 'page',
        configureServer: ({ middlewares }) =>
          void middlewares.use((request, response, next) => {
            if (request.url !== '/') return next();
            response.setHeader('content-type', 'text/html');
            response.end('<script type="module" src="/test/bench/sync/browser-page.ts"></script>');
          }),
      },
    ],
  });
  stack.defer(() => vite.close());
  await vite.listen();
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('Vite does not listen');
  const origin = `http://127.0.0.1:${address.port}`;
  const floor = stack.use(
    await startProgram('floor-server-program.ts', {
      FLOOR_FILE: join(folder, 'floor.db'),
      FLOOR_SOURCE: join(folder, 'sitefile.db'),
      FLOOR_FROM: '0',
    }),
  );
  const ours = stack.use(
    await startServer({
      PORT: '0',
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      CORS_ORIGINS: origin,
    }),
  );
  const browser = await chromium.launch({ executablePath: await findBrowser(), headless: true });
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => 'work' in globalThis, undefined, { timeout: 120_000 });
  const measured: { readonly mine: Run; readonly its: Run }[] = [];
  for (let run = 0; run < runs; run++)
    measured.push(
      await page.evaluate(
        async ([server, secret, plain]) => {
          const { work } = globalThis as unknown as { readonly work: Work }; // the page has put it there
          return { mine: await work.ours(server ?? '', secret ?? ''), its: await work.floor(plain ?? '') };
        },
        [String(ours.ready), token, String(floor.ready)],
      ),
    );
  for (const { mine, its } of measured)
    if (mine.records !== its.records) throw new Error(`${mine.records} records came instead of ${its.records}`);
  return [
    {
      what: `first sync of ${records} records in Chromium, on Dexie`,
      ours: middle(measured.map(({ mine }) => mine.ms)),
      floor: middle(measured.map(({ its }) => its.ms)),
      unit: 'ms',
      target: { ratio: 1.5 },
    },
  ];
}
