/** Passkeys as a second step: nothing before it, nothing by a trick, and ways back for people who lost them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { openIntegrityFollower } from '../../server/followers/integrity.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { passkeySiteOf } from '../../server/sign-in/passkeys/verify.ts';
import { run } from '../cli/terminal.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { Authenticator } from './support/authenticator.ts';
import { openBrowser } from './support/session.ts';

const clock = openClock();
const adminToken = 'admin-token-of-the-passkey-tests';
const dead = { code: 'unauthenticated' };
const log = openLog('silent');
const people = { ada: 'admin', bo: 'author', olga: 'owner', mallory: 'viewer' } as const;
let dataDir = '';
let app: App;
const ids: Record<string, string> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-passkeys-'));
  const environment = { HOST: 'localhost', PORT: '0', DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: adminToken };
  const { now, elapsed } = clock;
  app = await openApp(readConfig({ ...environment, RATE_LIMIT: 'off' }), {
    now,
    elapsed,
    random: openChance(1).bytes,
    log,
  });
  for (const [name, role] of Object.entries(people))
    ids[name] = (await office().createUser({ body: { name, email: `${name}@firm.example`, role } })).id;
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const office = (token = adminToken) => restClient({ server: app.url, token });
type Browser = ReturnType<typeof openBrowser>;

async function linkOf(name: string): Promise<string> {
  const { stdout } = await run(
    ['sign-in', 'link', '--email', `${name}@firm.example`],
    { DATA_DIR: dataDir },
    clock.now,
  );
  return stdout.split('#').at(-1)?.trim() ?? '';
}

/** As far as the link leads. */
async function begun(name: string, browser = openBrowser(app.url)) {
  const { passkey } = await browser.signIn.signIn({ body: { link: await linkOf(name) } });
  return { ...browser, asked: passkey };
}

async function withPasskey({ signIn }: Browser, name = 'Laptop') {
  const key = new Authenticator(app.url);
  const { challenge } = await signIn.startPasskey({});
  const made = await signIn.createPasskey({ body: { name, credential: key.create(challenge) } });
  return Object.assign(key, { passkey: made.id });
}

/** Through both steps. */
async function signedIn(name: string, key: Authenticator) {
  const browser = await begun(name);
  await browser.signIn.usePasskey({ body: { credential: key.get(browser.asked?.challenge ?? '') } });
  return browser;
}

let bosKey: Authenticator;

test('[AU34] a user with a passkey has no rights before it, and a session after it', async () => {
  const first = await begun('bo');
  expect(first.asked).toBeNull();
  bosKey = await withPasskey(first);
  const { signIn, rest, browser, asked } = await begun('bo');
  expect(asked).toMatchObject({
    name: 'bo',
    rp_id: 'localhost',
    credentials: [{ id: bosKey.id, transports: ['internal'] }],
  });
  expect((await signIn.readSignIn({})).passkey).toEqual(asked);
  await expect(rest.getMe()).rejects.toMatchObject(dead);
  const step = browser.cookie.split('=')[1] ?? '';
  expect(browser.cookie).toMatch(/^sitefile-passkey=/);
  for (const headers of [{ authorization: `Bearer ${step}` }, { cookie: `sitefile=${step}` }]) {
    const from = { ...headers, 'sec-fetch-site': 'same-origin' };
    for (const path of ['me', 'sessions', 'passkeys', 'documents'])
      expect((await fetch(`${app.url}/api/v1/${path}`, { headers: from })).status).toBe(401);
  }
  await expect(signIn.startPasskey({})).rejects.toMatchObject(dead);
  await signIn.usePasskey({ body: { credential: bosKey.get(asked?.challenge ?? '') } });
  expect((await rest.getMe()).actor.name).toBe('bo');
  expect(browser.cookie).toMatch(/^sitefile=[^;]*$/);
  expect((await signIn.listPasskeys({})).data).toMatchObject([
    { name: 'Laptop', last_used_at: expect.any(String) as string },
  ]);
});

test('[AU26] a passkey that waited does not replace the session of somebody who signed in', async () => {
  const { signIn, rest, asked } = await begun('bo');
  await signIn.signIn({ body: { link: await linkOf('ada') } });
  const credential = bosKey.get(asked?.challenge ?? '');
  await expect(signIn.usePasskey({ body: { credential } })).rejects.toMatchObject({ code: 'conflict' });
  const { actor } = await rest.getMe();
  expect(actor.name).toBe('ada');
  // Who gives way is signed out at once, and is not asked for again after the passkey.
  const { passkey } = await signIn.signIn({ body: { link: await linkOf('bo'), instead_of: actor.id } });
  await expect(rest.getMe()).rejects.toMatchObject(dead);
  await signIn.usePasskey({ body: { credential: bosKey.get(passkey?.challenge ?? '') } });
  expect((await rest.getMe()).actor.name).toBe('bo');
});

test('[AU35] a challenge for a new passkey counts once, for five minutes, in its own session', async () => {
  const [ada, other] = [await begun('ada'), await begun('ada')];
  const key = new Authenticator(app.url);
  const add = (browser: Browser, challenge: string, lies = {}) =>
    browser.signIn.createPasskey({ body: { name: 'Key', credential: key.create(challenge, lies) } });
  const refused = { code: 'conflict' };
  const fresh = async (): Promise<string> => (await ada.signIn.startPasskey({})).challenge;
  await expect(add(other, await fresh())).rejects.toMatchObject(refused);
  await expect(add(ada, 'made-up')).rejects.toMatchObject(refused);
  for (const lies of [
    { origin: 'https://elsewhere.example' },
    { rpId: 'elsewhere.example' },
    { type: 'webauthn.get' },
    { flags: 0x40 },
  ]) {
    const challenge = await fresh();
    await expect(add(ada, challenge, lies)).rejects.toMatchObject(refused);
    await expect(add(ada, challenge)).rejects.toMatchObject(refused); // used up by the lie
  }
  const late = await fresh();
  clock.advance(5 * 60_000);
  await expect(add(ada, late)).rejects.toMatchObject(refused);
  expect((await ada.signIn.listPasskeys({})).data).toEqual([]);
  const challenge = await fresh();
  await add(ada, challenge);
  await expect(add(ada, challenge)).rejects.toMatchObject(refused);
  const [{ id } = { id: '' }] = (await ada.signIn.listPasskeys({})).data;
  await ada.signIn.endPasskey({ passkey: id });
});

test('[AU36] a replayed, forged, late or foreign assertion opens nothing and ends the step', async () => {
  const replayed = await begun('bo');
  const good = bosKey.get(replayed.asked?.challenge ?? '');
  await replayed.signIn.usePasskey({ body: { credential: good } });
  await expect(replayed.signIn.usePasskey({ body: { credential: good } })).rejects.toMatchObject(dead);

  const olga = await begun('olga');
  const hers = await withPasskey(olga);
  const attempts: readonly ((challenge: string) => ReturnType<Authenticator['get']>)[] = [
    () => good,
    (challenge) => hers.get(challenge),
    (challenge) => ({ ...hers.get(challenge), id: bosKey.id }),
    (challenge) => new Authenticator(app.url).get(challenge),
    (challenge) => bosKey.get(challenge, { origin: 'https://elsewhere.example' }),
    (challenge) => bosKey.get(challenge, { rpId: 'elsewhere.example' }),
    (challenge) => bosKey.get(challenge, { type: 'webauthn.create' }),
    (challenge) => bosKey.get(challenge, { flags: 0 }),
    (challenge) => bosKey.get(`${challenge}x`),
    (challenge) => ({ ...bosKey.get(challenge), signature: good.signature }),
    (challenge) => {
      bosKey.count = 0; // as a copy of the key that was made earlier
      return bosKey.get(challenge);
    },
  ];
  for (const attempt of attempts) {
    const count = bosKey.count;
    const { signIn, rest, asked } = await begun('bo');
    const challenge = asked?.challenge ?? '';
    await expect(signIn.usePasskey({ body: { credential: attempt(challenge) } })).rejects.toMatchObject(dead);
    bosKey.count = Math.max(count, bosKey.count);
    await expect(signIn.usePasskey({ body: { credential: bosKey.get(challenge) } })).rejects.toMatchObject(dead);
    await expect(rest.getMe()).rejects.toMatchObject(dead);
  }
  const late = await begun('bo');
  clock.advance(10 * 60_000);
  await expect(
    late.signIn.usePasskey({ body: { credential: bosKey.get(late.asked?.challenge ?? '') } }),
  ).rejects.toMatchObject(dead);
  const [one, two] = [await begun('bo'), await begun('bo')];
  const swapped = two.signIn.usePasskey({ body: { credential: bosKey.get(one.asked?.challenge ?? '') } });
  await expect(swapped).rejects.toMatchObject(dead);
  await (await signedIn('olga', hers)).signIn.endPasskey({ passkey: hers.passkey });
});

test('[AU36] what waits for a passkey ends with user, passkey, or signing out everywhere', async () => {
  const use = ({ signIn, asked }: Awaited<ReturnType<typeof begun>>) =>
    signIn.usePasskey({ body: { credential: bosKey.get(asked?.challenge ?? '') } });
  const waiting = await begun('bo');
  await (await signedIn('bo', bosKey)).signIn.endSessions({});
  await expect(use(waiting)).rejects.toMatchObject(dead);
  const deactivated = await begun('bo');
  await office().deactivateUser({ user: ids['bo'] ?? '' });
  await expect(use(deactivated)).rejects.toMatchObject(dead);
  await office().reactivateUser({ user: ids['bo'] ?? '' });
  await expect(use(deactivated)).rejects.toMatchObject(dead);
  await use(await begun('bo'));
});

test('[AU50] a passkey with the id of another user’s is refused, and theirs goes on', async () => {
  const mallory = await begun('mallory');
  const { challenge } = await mallory.signIn.startPasskey({});
  const body = { name: 'Copy', credential: bosKey.create(challenge) };
  for (const _ of ['new', 'used up'])
    await expect(mallory.signIn.createPasskey({ body })).rejects.toMatchObject({ code: 'conflict' });
  expect((await mallory.signIn.listPasskeys({})).data).toEqual([]);
  await signedIn('bo', bosKey);
});

test('[AU37] lost passkeys are removed by an administrator, an owner’s by owner or operator', async () => {
  const waiting = await begun('bo');
  const admin = await begun('ada');
  const olga = await begun('olga');
  await withPasskey(olga);
  const byAdmin = (user: string) => admin.rest.removePasskeys({ user: ids[user] ?? '' });
  await expect(byAdmin('olga')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await byAdmin('bo')).toEqual({ removed: 1 });
  await expect(
    waiting.signIn.usePasskey({ body: { credential: bosKey.get(waiting.asked?.challenge ?? '') } }),
  ).rejects.toMatchObject(dead);
  expect((await begun('bo')).asked).toBeNull();
  await expect((await begun('bo')).rest.removePasskeys({ user: ids['ada'] ?? '' })).rejects.toMatchObject({
    code: 'forbidden',
  });

  const command = ['sign-in', 'remove-passkeys', '--json', '--email', 'olga@firm.example'];
  expect((await run(command, { DATA_DIR: dataDir }, clock.now)).stdout).toBe('{"removed":1}');
  expect((await begun('olga')).asked).toBeNull();

  const { store, newId } = app.commitContext;
  const told = await store.db
    .selectFrom('mail')
    .select(['recipient', 'body'])
    .where('subject', 'like', '%passkeys%')
    .execute();
  const bodies = (name: string) =>
    told
      .filter(({ recipient }) => recipient.startsWith(name))
      .map(({ body }) => body)
      .join('\n');
  expect(bodies('bo')).toMatch(/“Laptop” was added[^]*removed by ada/);
  const seen = async (name: string) =>
    (await (await begun(name)).rest.listNotifications({})).data.map(({ subject }) => subject);
  expect(await seen('bo')).toEqual(['The passkey “Laptop” was removed', 'The passkey “Laptop” was added']);
  expect(await seen('ada')).toContain('ada removed a passkey of bo');
  expect(bodies('olga')).toMatch(/removed by you[^]*removed by Operator/);
  const entries = await store.db
    .selectFrom('audit')
    .select('entry')
    .where('entry', 'like', '%"kind":"passkey"%')
    .execute();
  expect(entries).toHaveLength(told.length);
  const follower = openIntegrityFollower({ store, blobs: null, now: clock.now, newId, log, everyHours: 24 });
  expect(await follower.checkNow()).toMatchObject({ faults: 0 });
  await follower.close();
});

test('[AU38] passkeys are for a name with https, or for this machine', async () => {
  expect(passkeySiteOf('https://sitefile.firm.example')).toEqual({
    rpId: 'sitefile.firm.example',
    origin: 'https://sitefile.firm.example',
  });
  expect(passkeySiteOf('http://localhost:8080')).toEqual({ rpId: 'localhost', origin: 'http://localhost:8080' });
  for (const url of [
    'http://127.0.0.1:8080',
    'https://192.0.2.7',
    'https://[2001:db8::1]',
    'http://sitefile.firm.example',
  ])
    expect(passkeySiteOf(url)).toBeNull();
});
