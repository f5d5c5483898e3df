/** A link of somebody else in a browser that has a session: it asks, and leaves no session behind. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { restClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { openBrowser } from './support/session.ts';

const clock = openClock();
const adminToken = 'admin-token-of-the-takeover-tests';
let dataDir = '';
let app: App;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-takeover-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', SITEFILE_ADMIN_TOKEN: adminToken });
  const { now, elapsed } = clock;
  app = await openApp(config, { now, elapsed, random: openChance(1).bytes, log: openLog('silent') });
  const office = restClient({ server: app.url, token: adminToken });
  for (const name of ['Ada', 'Bo'])
    await office.createUser({ body: { name, email: `${name}@firm.example`, role: 'author' } });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function linkOf(name: string): Promise<string> {
  const { stdout } = await run(
    ['sign-in', 'link', '--email', `${name}@firm.example`],
    { DATA_DIR: dataDir },
    clock.now,
  );
  return stdout.split('#').at(-1)?.trim() ?? '';
}

test('[AU26] a link of somebody else asks first, and a yes ends the old session', async () => {
  const { signIn, rest, browser } = openBrowser(app.url);
  await signIn.signIn({ body: { link: await linkOf('Ada') } });
  const { cookie } = browser;
  const adaId = (await rest.getMe()).actor.id;
  const link = await linkOf('Bo');
  const asked = { code: 'conflict', members: { signed_in: { id: adaId, name: 'Ada' }, link_of: { name: 'Bo' } } };
  await expect(signIn.signIn({ body: { link } })).rejects.toMatchObject(asked);
  await expect(signIn.signIn({ body: { link, instead_of: 'somebody' } })).rejects.toMatchObject(asked);
  expect((await rest.getMe()).actor.name).toBe('Ada');
  await signIn.signIn({ body: { link, instead_of: adaId } });
  expect((await rest.getMe()).actor.name).toBe('Bo');
  const old = await fetch(`${app.url}/api/v1/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(old.status).toBe(401);
});

test('[AU26] the same user who signs in again has one session in this browser', async () => {
  const { signIn, rest } = openBrowser(app.url);
  await signIn.signIn({ body: { link: await linkOf('Ada') } });
  await signIn.signIn({ body: { link: await linkOf('Ada') } });
  expect((await signIn.listSessions({})).data).toMatchObject([{ is_current: true }]);
  // A session that ended meanwhile is in nobody's way.
  const left = openBrowser(app.url);
  await left.signIn.signIn({ body: { link: await linkOf('Bo') } });
  await left.signIn.endSessions({});
  await rest.getMe();
  await left.signIn.signIn({ body: { link: await linkOf('Ada') } });
  expect((await left.rest.getMe()).actor.name).toBe('Ada');
});
