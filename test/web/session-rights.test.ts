/** What a session may do at this moment, what ends it, and what nobody is told. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { readConfig } from '../../server/base/config.ts';
import { pageOfHeader } from '../../shared/rest/page-of.ts';
import { openLog } from '../../server/base/log.ts';
import { openIntegrityFollower } from '../../server/followers/integrity.ts';
import { quotas } from '../../server/http/limits.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { run } from '../cli/terminal.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { openBrowser } from './support/session.ts';

const clock = openClock();
const adminToken = 'admin-token-of-the-session-tests';
const vera = { name: 'Vera', email: 'vera@firm.example', role: 'viewer' } as const;
const log = openLog('silent');
let dataDir = '';
let app: App;
/** What the example does with the server; a test sets it. */
let load = (_server: { readonly url: string; readonly token: string }): Promise<unknown> => Promise.resolve();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-session-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', SITEFILE_ADMIN_TOKEN: adminToken });
  const { now, elapsed } = clock;
  app = await openApp(config, {
    now,
    elapsed,
    random: openChance(1).bytes,
    log,
    loadExample: (server) => load(server),
  });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const office = () => restClient({ server: app.url, token: adminToken });

/** As the operator makes one, which waits for nobody. */
async function link(): Promise<string> {
  const { stdout } = await run(['sign-in', 'link', '--email', vera.email], { DATA_DIR: dataDir }, clock.now);
  return stdout.split('#').at(-1)?.trim() ?? '';
}

/** A browser in which Vera is signed in. */
async function signedIn() {
  const opened = openBrowser(app.url);
  await opened.signIn.signIn({ body: { link: await link() } });
  return opened;
}

async function findingsOf(): Promise<number> {
  const { store, newId } = app.commitContext;
  const follower = openIntegrityFollower({ store, blobs: null, now: clock.now, newId, log, everyHours: 24 });
  const { faults } = await follower.checkNow();
  await follower.close();
  return faults;
}

test('[WB62] the token that loads the example ends with the load', async () => {
  const loaded: string[] = [];
  load = ({ token }) => {
    loaded.push(token);
    return loaded.length === 1
      ? Promise.reject(new Error('the line was cut'))
      : restClient({ server: app.url, token }).createUser({ body: { name: 'Owner', role: 'owner' } });
  };
  const code = app.startCode ?? '';
  expect(code).not.toBe('');
  const signIn = openBrowser(app.url).signIn;
  await expect(signIn.openExample({ body: { code } })).rejects.toThrow();
  await signIn.openExample({ body: { code } });
  for (const token of loaded)
    await expect(restClient({ server: app.url, token }).getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await findingsOf()).toBe(0);
  // A command without --org still means the other organisation.
  const { code: exit, stdout } = await run(['token', 'list', '--json'], { DATA_DIR: dataDir }, clock.now);
  expect([exit, stdout]).toEqual([0, expect.stringContaining('first admin token')]);
});

test('[WB60] a session has what its user may do now, and ends only from a session', async () => {
  const { id } = await office().createUser({ body: vera });
  const { rest, signIn } = await signedIn();
  await office().createUser({ body: { name: 'Olga', role: 'owner' } });
  expect((await rest.getMe()).role).toBe('viewer');
  await office().updateUser({ user: id, body: { role: 'admin' } });
  expect((await rest.getMe()).role).toBe('admin');

  const { token } = await office().createToken({ body: { name: 'Import', user_id: id, scopes: ['projects:read'] } });
  const byToken = await fetch(`${app.url}/api/v1/sessions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
  });
  expect(byToken.status).toBe(401);
  expect((await rest.getMe()).role).toBe('admin');

  for (const session of ['a\0b', '../me', crypto.randomUUID()])
    await expect(signIn.endSession({ session })).rejects.toMatchObject({ code: 'not_found' });

  const waiting = await link();
  await signIn.endSessions({});
  await expect(rest.getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
  const again = openBrowser(app.url).signIn.signIn({ body: { link: waiting } });
  await expect(again).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('[R43] who signs in again is told what their last session did', async () => {
  const sessions = [await signedIn(), await signedIn()];
  const answers = sessions.map(async ({ browser }) => {
    const response = await browser.fetch(`${app.url}/api/v1/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'signed-in-again' },
      body: JSON.stringify({ name: 'North stair' }),
    });
    return [response.status, ((await response.json()) as { id: string }).id];
  });
  const [first, again] = await Promise.all(answers);
  expect(again).toEqual(first);
  expect(first?.[0]).toBe(201);
  await sessions[0]?.signIn.endSessions({});
});

test('[WB82] a page acts for the user whose page it is, and for nobody who signed in later', async () => {
  const { browser, rest, signIn } = await signedIn();
  const { actor } = await rest.getMe();
  const asked = (user: string) =>
    browser.fetch(`${app.url}/api/v1/me`, { headers: { [pageOfHeader]: user } }).then(({ status }) => status);
  expect([await asked(actor.id), await asked('another-user')]).toEqual([200, 401]);
  const ended = await browser.fetch(`${app.url}/api/v1/sessions`, {
    method: 'DELETE',
    headers: { [pageOfHeader]: 'another-user' },
  });
  expect(ended.status).toBe(401);
  expect(await rest.getMe()).toMatchObject({ actor });
  await signIn.endSessions({});
});

test('[WB5] where nobody can be told no link is made', async () => {
  const links = async (): Promise<number> =>
    (await app.commitContext.store.db.selectFrom('token').select('id').where('purpose', '=', 'sign_in').execute())
      .length;
  const before = await links();
  await openBrowser(app.url).signIn.askForLink({ body: { email: vera.email } });
  expect(await links()).toBe(before);
});

test('[WB61] a network that asks too often keeps nobody there from signing out', async () => {
  const { signIn } = await signedIn();
  const asking = openBrowser(app.url).signIn;
  const ask = () => asking.askForLink({ body: { email: 'nobody@firm.example' } });
  const asked = await Promise.allSettled(Array.from({ length: quotas.write + 1 }, ask));
  // Sent at once, they arrive in any order.
  expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } });
  expect((await signIn.listSessions({})).data).toHaveLength(1);
  await signIn.endSessions({});
});
