/** The tokens of the command line (contract, Tokens and settings): made, listed and revoked on a store that nobody serves meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { run, type Ran } from './terminal.ts';

let environment: Readonly<Record<string, string>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-tokens-'));
  environment = { DATA_DIR: dataDir };
  await run(['migrate'], environment);
  await run(['org', 'create', '--name', 'Harrowlyle'], environment);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const sitefile = (...words: readonly string[]): Promise<Ran> => run([...words, '--json'], environment);

test('[AU16] a token is made with scopes and an end, listed without itself, and revoked', async () => {
  const expires = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const made = await sitefile(
    'token',
    'create',
    '--role',
    'viewer',
    '--scopes',
    'projects:*,sync',
    '--expires',
    expires,
  );
  const { id, token, expires_at } = JSON.parse(made.stdout) as Readonly<Record<string, string>>; // what createToken returns
  expect(expires_at).toBe(`${expires}T00:00:00.000Z`);
  const listed = await sitefile('token', 'list');
  expect(listed.stdout).not.toContain(String(token).slice(12, 40));
  expect(JSON.parse(listed.stdout)).toMatchObject([
    {
      id,
      role: 'viewer',
      scopes: ['projects:read', 'projects:write', 'sync'],
      prefix: token?.slice(0, 12),
      last_used_at: null,
      revoked_at: null,
    },
  ]);
  expect(await sitefile('token', 'revoke', String(id))).toMatchObject({ code: 0 });
  expect(await sitefile('token', 'revoke', String(id))).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse((await sitefile('verify')).stdout)).toMatchObject({ entries: 3, findings: [] });
});

test.each([
  [['--scopes', 'projects:*,everything'], 'everything'],
  [['--scopes', ''], '--scopes'],
  [['--expires', '2019-01-01'], '--expires'],
  [['--expires', '1'], '--expires'],
  [['--expires', '2099-01-01'], '--expires'],
  [['--days', '731'], '--days'],
  [['--role', 'king'], '--role'],
])('[AU16] %j is refused in one line', async (words, named) => {
  const { code, stdout, stderr } = await sitefile('token', 'create', ...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
});

test('[AU20] a token of the command line lasts no longer than the organisation allows', async () => {
  {
    await using store = await openStore({ url: undefined, file: join(dataDir, 'sitefile.db') });
    await store.transaction((trx) => trx.updateTable('feed').set({ settings: '{"token_max_days":30}' }).execute());
  }
  for (const end of [
    ['--days', '31'],
    ['--expires', new Date(Date.now() + 31 * 86_400_000).toISOString()],
  ])
    expect((await sitefile('token', 'create', ...end)).stderr).toContain('within 30 days, the token_max_days');
  const { stdout } = await sitefile('token', 'create');
  const { expires_at: end } = JSON.parse(stdout) as { readonly expires_at: string }; // what createToken returns
  expect(Date.parse(end)).toBeLessThanOrEqual(Date.now() + 30 * 86_400_000);
});
