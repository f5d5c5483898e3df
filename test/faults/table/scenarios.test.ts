/** The table of faults and the tests behind it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

test.each(Object.entries(scenarios))('[FT9] every test that %s names reports its figures', async (name, { tests }) => {
  for (const file of tests)
    expect(await readFile(join(import.meta.dirname, '../..', file), 'utf8')).toContain(`'${name}'`);
});
