/** The server's keys: where they lie, which database they belong to, and what a server does that lacks them. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyFileOf, makeKeyRing, readKeyRing } from '../../server/auth/keys.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { run } from '../cli/terminal.ts';
import { openChance } from '../kit/clock.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';

type Environment = Readonly<Record<string, string>>;

const token = 'the-token-of-both-servers';

function start(environment: Environment, seed = 1): Promise<App> {
  const config = readConfig({ PORT: '0', SITEFILE_ADMIN_TOKEN: token, LOG_LEVEL: 'silent', ...environment });
  return openApp(config, { now: Date.now, random: openChance(seed).bytes, log: openLog('silent') });
}

test('[HR65] the key file lies in KEY_DIR, apart from the data, and only its user can read it', async () => {
  const [data, keys] = [temporaryFolder(), join(temporaryFolder(), 'keys')];
  await using app = await start({ DATA_DIR: data, KEY_DIR: keys });
  expect(app.url).toContain('http');
  expect(readdirSync(keys)).toEqual(['sitefile.key']);
  expect(readdirSync(data)).not.toContain('keys');
  const modes = [join(keys, 'sitefile.key'), keys].map((path) => statSync(path).mode & 0o777);
  expect(process.platform === 'win32' ? [0o600, 0o700] : modes).toEqual([0o600, 0o700]); // Windows knows no modes
});

test('[HR65] processes that start together make one key file; one that is no key is refused', async () => {
  const settings = { dataDir: temporaryFolder(), keyDir: undefined, secretKey: undefined };
  expect(await readKeyRing(settings)).toBeNull();
  const made = await Promise.all([1, 2, 3].map(() => makeKeyRing(settings)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await readKeyRing(settings)).toEqual(made[0]);
  expect(readdirSync(join(settings.dataDir, 'keys'))).toEqual(['sitefile.key']);
  const file = keyFileOf(settings);
  writeFileSync(file, readFileSync(file).subarray(0, 31));
  await expect(readKeyRing(settings)).rejects.toThrow(file);
});

test('[HR66] SECRET_KEY has 32 characters at least and replaces the key file', async () => {
  const secret = '0123456789abcdefghijklmnopqrstuv';
  expect(() => readConfig({ SECRET_KEY: secret.slice(1) })).toThrow(/SECRET_KEY: must be 32/);
  expect(() => readConfig({ SECRET_KEY: secret, KEY_DIR: '/keys' })).toThrow(/KEY_DIR: has no effect/);
  const data = temporaryFolder();
  await using app = await start({ DATA_DIR: data, SECRET_KEY: secret });
  expect(app.url).toContain('http');
  expect(readdirSync(data)).not.toContain('keys');
  const { id, signing, sealing } = (await readKeyRing(readConfig({ SECRET_KEY: secret })))!; // it was given
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(Buffer.from(signing).equals(sealing)).toBe(false);
  expect([signing, sealing].map((key) => Buffer.from(key).toString('hex').includes(id))).toEqual([false, false]);
  expect((await readKeyRing(readConfig({ SECRET_KEY: `${secret}x` })))?.id).not.toBe(id);
});

test('[HR67] a server without the key of its database does not start, and makes no new one', async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  await (await start(environment)).close();
  const file = join(environment.DATA_DIR, 'keys', 'sitefile.key');
  await rename(file, `${file}.away`);
  await expect(start(environment)).rejects.toThrow(/belongs to key [0-9a-f]{16}, but there is no .*sitefile\.key/);
  expect(existsSync(file)).toBe(false);
  const other = { ...environment, SECRET_KEY: '0123456789abcdefghijklmnopqrstuv' };
  await expect(start(other)).rejects.toThrow(/SECRET_KEY is key [0-9a-f]{16}\. .*KEY_DIR or SECRET_KEY/);
  await rename(`${file}.away`, file);
  await (await start(environment)).close();
});

describe.each(engines)('%s', (engine) => {
  test('[HR68] of two servers with keys of their own on one database, one starts', async () => {
    await using fresh = await freshStoreOptions(engine);
    const data = temporaryFolder();
    const at = (keys: string): Environment => ({
      DATA_DIR: data,
      KEY_DIR: join(data, keys),
      ...(fresh.url ? { DATABASE_URL: fresh.url } : {}),
    });
    const both = await Promise.allSettled([start(at('one'), 1), start(at('two'), 2)]);
    await using opened = new AsyncDisposableStack();
    for (const each of both) if (each.status === 'fulfilled') opened.use(each.value);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((each) => each.status === 'rejected');
    expect(String(refused?.reason)).toContain('all servers on one database need the same');
  });
});

test('[HR66] servers with one key open the cursors and links of each other', async () => {
  await using fresh = await freshStoreOptions('sqlite');
  const data = temporaryFolder();
  const environment = { DATA_DIR: data, SECRET_KEY: `${fresh.file}-0123456789abcdefghijklmnop`.slice(-40) };
  await using here = await start(environment, 1);
  await using there = await start(environment, 2);
  const get = (app: App, path: string) => fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
  const { meta } = (await (await get(here, '/api/v1/events?after=0')).json()) as { meta: { next_after: string } };
  expect((await get(there, `/api/v1/events?after=${meta.next_after}`)).status).toBe(200);
});

test('[HR69] a lost key is given up by a word of the operator, who is told what that costs', async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  const lost = join(environment.DATA_DIR, 'keys', 'sitefile.key');
  const webhooks = '/api/v1/webhooks';
  let webhook = '';
  {
    await using world = await openWorld({ environment });
    await world.receiver();
    webhook = (await world.api<{ data: { id: string }[] }>('GET', webhooks)).body.data[0]?.id ?? '';
    expect((await run(['keys', 'replace'], environment)).stderr).toContain('nothing is lost');
  }
  await rename(lost, `${lost}.gone`);
  const told = await run(['keys', 'replace'], environment);
  expect(told).toMatchObject({ code: 1, stdout: '' });
  expect(told.stderr).toMatch(/1 webhooks need a new secret.*--give-up-old-key/);
  expect(existsSync(lost)).toBe(false);
  await expect(openWorld({ environment })).rejects.toThrow('there is no');
  const done = await run(['keys', 'replace', '--give-up-old-key', '--json'], environment);
  expect(JSON.parse(done.stdout)).toMatchObject({ webhooks_without_secret: [webhook] });
  await using world = await openWorld({ environment });
  expect((await world.api('POST', `${webhooks}/${webhook}/test`)).body).toMatchObject({ reason: 'secret' });
});
