/** What is typed: a word too many, or an unknown option, is refused before anything is made. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/places.ts';
import { run } from './terminal.ts';

test.each([
  ['verify-backup one two', 'usage: sitefile verify-backup <folder>'],
  ['verify-backup', 'usage: sitefile verify-backup <folder>'],
  ['backup my folder', 'usage: sitefile backup <folder> [--with-keys]'],
  ['restore a --destroy-present-dato', 'usage: sitefile restore <folder> [--'],
  ['token revoke one two', 'usage: sitefile token revoke <id> [--org <value>]'],
  ['token list --days 3', 'usage: sitefile token list [--org <value>]'],
  ['verify all', 'usage: sitefile verify [--json]'],
  ['serve --port=80', 'usage: sitefile serve'],
  ['drill ', 'usage: sitefile drill <folder>'],
])('[CF9] “%s” is refused with the usage of its command', async (typed, usage) => {
  const folder = join(temporaryFolder(), 'data');
  const { code, stdout, stderr } = await run(typed.split(' '), { DATA_DIR: folder });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(usage);
  expect(existsSync(folder)).toBe(false);
});
