/** Runs tests with one source file replaced by a mutant: main.ts names both. */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { temporaryFolderOfTests } from '../kit/temporary-files.ts';

const { MUTANT_OF: file, MUTANT: mutant } = process.env;
process.env['TMPDIR'] = temporaryFolderOfTests();

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (mutant !== undefined && id === file ? readFileSync(mutant, 'utf8') : undefined),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    env: { TEST_ENGINES: 'sqlite' },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    // Its key is the file on the disk, which is the same for every mutant.
    fsModuleCache: false,
    globalSetup: ['test/kit/global-setup.ts'],
    testTimeout: 20_000,
  },
});
