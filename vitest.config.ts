/**
 * The tests: those in Node with the real server, and those in a real Chromium with IndexedDB; nothing leaves the machine.
 * `npm test` runs all of them; `npm run test:fast` (mode `fast`) runs the quick folders on SQLite alone.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { findBrowser } from './test/kit/find-browser.ts';
import { patienceMs } from './test/kit/patience.ts';
import { temporaryFolderOfTests } from './test/kit/temporary-files.ts';

/** Folders of the quick lane. */
const fastFolders = ['bounds', 'house', 'openapi', 'rest', 'shared', 'sync'];
/** In those folders, but for the whole run only: seeded fuzz, walks over many states, and a page in Chromium. */
const notFast = [
  'test/openapi/page*',
  'test/rest/*fuzz*',
  'test/rest/*faults*',
  'test/rest/walk*',
  'test/rest/error-texts*',
];

/** The whole run has the same suite on a durable file and in a browser. */
const fastAlone = ['test/sdk/suite-memory.test.ts'];

/**
 * Files with a process of their own: they load native code, which may crash in a process that ran many files, or they run for minutes.
 * All others share one process for each worker: importing server and SDK takes 2 s of processor, as much as most files take to run.
 */
const withOwnProcess = [
  ...['demo', 'export', 'faults', 'package', 'photos', 'soak', 'storm'].map((folder) => `test/${folder}/**/*.test.ts`),
  // Begun last, it ran 40 s longer than all others.
  'test/sdk/suite-durable.test.ts',
  // It counts what is made when modules are loaded.
  'test/shared/schemas-made.test.ts',
];

const inNode = {
  pool: 'forks',
  // Real servers and databases on a busy machine; a test that hangs still ends.
  testTimeout: 6 * patienceMs,
  hookTimeout: 6 * patienceMs,
  expect: { poll: { timeout: patienceMs } },
} as const;

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => {
  const isFast = mode === 'fast';
  const executablePath = isFast ? undefined : await findBrowser();
  // Read by tests and by the programs that they start.
  process.env['TMPDIR'] = temporaryFolderOfTests();
  // Hundreds of processes load the same modules: compiled once, they start with a tenth less of processor time.
  process.env['NODE_COMPILE_CACHE'] = path.join(temporaryFolderOfTests(), 'sitefile-compile-cache');
  if (executablePath) process.env['CHROME_PATH'] = executablePath;
  return {
    test: {
      globalSetup: ['test/kit/global-setup.ts'],
      // One more than there are cores: with two on two cores a quarter of the processor time went unused, waiting for timers and disks.
      maxWorkers: availableParallelism() + 1,
      projects: [
        {
          test: {
            ...inNode,
            // By its name it comes first, so that no long file is left over at the end.
            name: 'alone',
            include: isFast ? [] : withOwnProcess,
          },
        },
        {
          test: {
            ...inNode,
            name: 'node',
            include: isFast
              ? [...fastFolders.map((folder) => `test/${folder}/**/*.test.ts`), ...fastAlone]
              : ['test/**/*.test.ts'],
            exclude: ['test/**/*.browser.test.ts', ...(isFast ? notFast : [...fastAlone, ...withOwnProcess])],
            env: isFast ? { TEST_ENGINES: 'sqlite' } : {},
            isolate: false,
          },
        },
        {
          // Named here so that Vite bundles them before the first test and does not reload the page during one.
          optimizeDeps: {
            include: [
              'dexie',
              'rxdb/plugins/core',
              'rxdb/plugins/storage-dexie',
              'rxdb/plugins/storage-memory',
              'rxjs',
              'zod',
            ],
          },
          test: {
            name: 'browser',
            include: isFast ? [] : ['test/**/*.browser.test.ts'],
            globalSetup: ['test/kit/browser-setup.ts'],
            testTimeout: 2 * patienceMs,
            browser: {
              enabled: true,
              headless: true,
              screenshotFailures: false,
              provider: playwright({ launchOptions: executablePath ? { executablePath } : {} }),
              instances: [{ browser: 'chromium' }],
            },
          },
        },
      ],
    },
  };
});
