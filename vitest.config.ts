/** The tests: those in Node with the real server, and those in a real Chromium with IndexedDB; nothing leaves the machine. */
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './test/kit/find-browser.ts';

const executablePath = await findBrowser();
// Tests in Node that start a browser themselves use the same one.
process.env['CHROME_PATH'] = executablePath;

export default defineConfig({
  test: {
    // One worker fewer than there are cores leaves half of a small machine idle: tests wait for disks, clocks and databases.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // RxDB's Dexie storage advertises once a page; there is no free switch for it.
    onConsoleLog: (log) => !log.includes('RxDB Open Core RxStorage'),
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.browser.test.ts'],
          pool: 'forks',
          globalSetup: ['test/kit/global-setup.ts'],
          // Real servers and databases on a busy machine; a test that hangs still ends.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Named here so that Vite bundles them before the first test and does not reload the page during one.
        optimizeDeps: {
          include: [
            'dexie',
            'rxdb/plugins/attachments',
            'rxdb/plugins/cleanup',
            'rxdb/plugins/core',
            'rxdb/plugins/leader-election',
            'rxdb/plugins/replication',
            'rxdb/plugins/storage-dexie',
            'rxdb/plugins/storage-memory',
            'rxjs',
            'zod',
          ],
        },
        test: {
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          globalSetup: ['test/kit/browser-setup.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
