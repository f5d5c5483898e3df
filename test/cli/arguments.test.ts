/** What is typed, and where it is typed: a word too many or a place without data is refused, and nothing is made. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshStoreOptions } from '../kit/engines.ts';
import { temporaryFolder } from '../kit/places.ts';
import { run } from './terminal.ts';

test.each([
  ['verify-backup one two', 'usage: sitefile verify-backup <folder>'],
  ['verify-backup', 'usage: sitefile verify-backup <folder> [--manifest-sha256 <value>] [--accept-missing]'],
  ['backup my folder', 'usage: sitefile backup <folder> [--with-keys]'],
  ['restore a --destroy-present-dato', 'usage: sitefile restore <folder> [--'],
  ['token revoke one two', 'usage: sitefile token revoke <id> [--org <value>]'],
  ['token list --days 3', 'usage: sitefile token list [--org <value>]'],
  ['verify all', 'usage: sitefile verify [--without-files] [--json]'],
  ['serve --port=80', 'usage: sitefile serve'],
  ['drill ', 'usage: sitefile drill <folder>'],
])('[CF9] “%s” is refused with the usage of its command', async (typed, usage) => {
  const folder = join(temporaryFolder(), 'data');
  const { code, stdout, stderr } = await run(typed.split(' '), { DATA_DIR: folder });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(usage);
  expect(existsSync(folder)).toBe(false);
});

test('[CF10] a command in a place without data says so, and makes nothing', async () => {
  await using empty = await freshStoreOptions('postgres', { migrated: false });
  const [none, emptyFolder] = [join(temporaryFolder(), 'typo'), temporaryFolder()];
  const backup = join(temporaryFolder(), 'backup');
  const typed = [
    ['verify'],
    ['backup', backup],
    ['token', 'list'],
    ['token', 'create'],
    ['token', 'revoke', 'x'],
    ['org', 'create', '--name', 'x'],
    ['clock', 'accept'],
    ['keys', 'replace', '--give-up-old-key'],
    ['doctor'],
  ];
  for (const place of [
    { DATA_DIR: none },
    { DATA_DIR: emptyFolder },
    { DATA_DIR: emptyFolder, DATABASE_URL: empty.url ?? '' },
  ])
    for (const words of typed) {
      const { code, stdout, stderr } = await run(words, { PORT: '1', ...place });
      expect([words, code, stdout + stderr]).toEqual([words, 1, expect.stringMatching(/there is no /)]);
    }
  expect([existsSync(none), readdirSync(emptyFolder), existsSync(backup)]).toEqual([false, [], false]);
  expect((await run(['migrate'], { DATA_DIR: emptyFolder })).code).toBe(0);
  const nobody = await run(['backup', backup], { DATA_DIR: emptyFolder });
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('there is nothing to back up')]);
});
