/** Signing in at a real OpenID Connect provider: who is taken for whom, and answers that were not asked for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { readConfig } from '../../server/base/config.ts';
import { openIntegrityFollower } from '../../server/followers/integrity.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { newFlow } from '../../server/sign-in/provider/flow.ts';
import { openProvider as openOwnProvider } from '../../server/sign-in/provider/provider.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { keptLog } from '../kit/kept-log.ts';
import { openProvider, providerClient, type TestProvider } from '../kit/provider.ts';
import { openBrowser } from './support/session.ts';

const clock = openClock();
const adminToken = 'admin-token-of-the-provider-tests';
const dead = { code: 'unauthenticated' };
const kept = keptLog();
let dataDir = '';
let provider: TestProvider;
let app: App;
const [ada, bo, cy] = ['ada', 'bo', 'cy'].map((name) => ({ name, email: `${name}@firm.example` })) as [
  Person,
  Person,
  Person,
];
interface Person {
  readonly name: string;
  readonly email: string;
}
const verified = ({ name, email }: Person) => ({ name, email, email_verified: true });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-provider-'));
  provider = await openProvider();
  app = await open({});
  for (const person of [ada, bo]) await office().createUser({ body: { ...person, role: 'author' } });
});
afterAll(async () => {
  await app.close();
  await provider[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(environment: Readonly<Record<string, string>>): Promise<App> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SITEFILE_ADMIN_TOKEN: adminToken,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: providerClient.client_id,
    OIDC_CLIENT_SECRET: providerClient.client_secret,
    OIDC_NAME: 'Firm ID',
    ...environment,
  });
  const { now, elapsed } = clock;
  return await openApp(config, { now, elapsed, random: openChance(1).bytes, log: kept.log });
}

const office = () => restClient({ server: app.url, token: adminToken });
type Browser = ReturnType<typeof openBrowser>;

/** The query that the provider leads back with. */
async function answerFor({ signIn }: Browser, login: string): Promise<string> {
  const { url } = await signIn.startProvider({});
  return (await provider.signIn(url, login)).search;
}

/** In a browser of its own, or this one. */
async function signedInAs(login: string, browser = openBrowser(app.url)) {
  const query = await answerFor(browser, login);
  const { choices } = await browser.signIn.finishProvider({ body: { query } });
  await browser.signIn.signIn({ body: { link: choices[0]?.link ?? '' } });
  return (await browser.rest.getMe()).actor;
}

test('[AU31] a provider that is down stops no start, and is asked again', async () => {
  const { signIn } = openBrowser(app.url);
  expect((await signIn.readSignIn({})).provider).toEqual({ name: 'Firm ID' });
  const refused = { code: 'unavailable', detail: expect.stringContaining('Firm ID does not answer') as string };
  await expect(signIn.startProvider({})).rejects.toMatchObject(refused);
  await provider.serve(`${app.url}/office/sign-in`);
  await expect(signIn.startProvider({})).rejects.toMatchObject(refused); // a pause, however many ask
  clock.advance(2000);
  const { url } = await signIn.startProvider({});
  const asked = new URL(url).searchParams;
  expect(new URL(url).origin).toBe(provider.issuer);
  expect([asked.get('code_challenge_method'), asked.get('redirect_uri')]).toEqual([
    'S256',
    `${app.url}/office/sign-in`,
  ]);
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBe(43);
});

test('[AU29] a verified address is matched once, and from then on the account is the user', async () => {
  await provider.setAccounts({ one: verified(ada), two: verified(ada) });
  const me = await signedInAs('one');
  expect(me.name).toBe('ada');
  await provider.setAccounts({ one: { email: 'married@elsewhere.example' }, two: verified(ada), three: verified(bo) });
  expect((await signedInAs('one')).id).toBe(me.id);
  await expect(signedInAs('two')).rejects.toMatchObject(dead); // the address has another account now
  // Another address in the record: it belongs to somebody else from now on.
  await office().updateUser({ user: me.id, body: { email: 'ada.new@firm.example' } });
  await expect(signedInAs('one')).rejects.toMatchObject(dead);
  await provider.setAccounts({ two: verified({ ...ada, email: 'ADA.new@firm.example' }) });
  expect((await signedInAs('two')).id).toBe(me.id);
});

test('[AU29] of two accounts with one address at one moment, one is the user', async () => {
  const dee = { name: 'dee', email: 'dee@firm.example' };
  await office().createUser({ body: { ...dee, role: 'author' } });
  const logins = ['d1', 'd2', 'd3', 'd4'];
  await provider.setAccounts(Object.fromEntries(logins.map((login) => [login, verified(dee)])));
  const browsers = await Promise.all(
    logins.map(async (login) => {
      const browser = openBrowser(app.url);
      return { browser, query: await answerFor(browser, login) };
    }),
  );
  const answers = await Promise.allSettled(
    browsers.map(({ browser, query }) => browser.signIn.finishProvider({ body: { query } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  clock.advance(60_000); // the others count like wrong tokens
});

test('[AU31] a provider that offers no safe address is one that is down, and is asked again', async () => {
  let endpoint: string | undefined = 'javascript:alert(1)';
  const odd = createServer((_request, response) => {
    const { port } = odd.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    const offered = { issuer, authorization_endpoint: endpoint, token_endpoint: `${issuer}/token` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(offered));
  });
  await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const client = openOwnProvider({
    config: { oidcIssuer: issuer, oidcClientId: 'c', oidcClientSecret: 's', oidcName: 'Odd' },
    baseUrl: () => app.url,
    now: clock.now,
    log: kept.log,
  });
  const flow = newFlow(Buffer.alloc(32, 1), clock.now());
  for (endpoint of ['javascript:alert(1)', 'http://elsewhere.example/a', undefined]) {
    await expect(client?.start(flow)).rejects.toMatchObject({ code: 'unavailable' });
    clock.advance(2000);
  }
  endpoint = `${issuer}/authorize`;
  expect(await client?.start(flow)).toContain(`${issuer}/authorize?`);
  await new Promise((done) => odd.close(done));
});

test('[AU29] an unverified address, no user, and an inactive user sign nobody in', async () => {
  const { email } = bo;
  for (const claims of [{ email }, { email, email_verified: false }, { email, email_verified: 'true' as never }, {}]) {
    await provider.setAccounts({ bo: claims });
    await expect(signedInAs('bo')).rejects.toMatchObject(dead);
  }
  await provider.setAccounts({
    cy: verified(cy),
    bo: verified(bo),
    kelvin: verified({ name: 'K', email: 'bo@firm.example\u212a' }),
  });
  await expect(signedInAs('cy')).rejects.toMatchObject(dead);
  await expect(signedInAs('kelvin')).rejects.toMatchObject(dead);
  const { id } = await signedInAs('bo');
  await office().deactivateUser({ user: id });
  await expect(signedInAs('bo')).rejects.toMatchObject(dead);
  expect((await office().listUsers()).data.map(({ name }) => name).toSorted()).toEqual(['ada', 'bo', 'dee']);
});

test('[AU30] an answer counts once, in the asking browser, for ten minutes, with its state', async () => {
  await provider.setAccounts({ two: verified({ ...ada, email: 'ada.new@firm.example' }) });
  clock.advance(61_000);
  const [mine, theirs] = [openBrowser(app.url), openBrowser(app.url)];
  const query = await answerFor(mine, 'two');
  const finish = (browser: Browser, given: string) => browser.signIn.finishProvider({ body: { query: given } });
  await expect(finish(theirs, query)).rejects.toMatchObject(dead); // no flow of its own
  await answerFor(theirs, 'two');
  await expect(finish(theirs, query)).rejects.toMatchObject(dead); // another flow
  await expect(finish(mine, `${query}&state=x`)).rejects.toMatchObject(dead);
  await expect(finish(mine, query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Felsewhere.example'))).rejects.toMatchObject(
    dead,
  );
  await expect(finish(mine, '?error=access_denied&state=x')).rejects.toMatchObject(dead);

  const cookie = mine.browser.cookie;
  await finish(mine, query);
  expect(mine.browser.cookie).toBe('');
  await expect(finish(mine, query)).rejects.toMatchObject(dead);
  const replayed = await fetch(`${app.url}/api/v1/sign-in/provider/answer`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(replayed.status).toBe(401);

  const late = openBrowser(app.url);
  const answer = await answerFor(late, 'two');
  clock.advance(10 * 60_000);
  await expect(finish(late, answer)).rejects.toMatchObject(dead);
  await expect(openBrowser(app.url, 'cross-site').signIn.startProvider({})).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('[AU32] users are made only where the setting says so, never for an address used before', async () => {
  await app.close();
  app = await open({ OIDC_NEW_USERS: 'viewer', PORT: new URL(app.url).port });
  await provider.setAccounts({
    cy: verified(cy),
    bo: verified({ ...bo, email: 'bo.again@firm.example' }),
    odd: verified({ name: 'x\u0007', email: 'odd@firm.example' }),
    again: verified(bo),
  });
  await expect(signedInAs('cy')).rejects.toMatchObject(dead); // before there is an administrator
  await office().createUser({ body: { name: 'Olga', role: 'owner' } });
  clock.advance(61_000);
  expect(await signedInAs('cy')).toMatchObject({ name: 'cy' });
  expect(await signedInAs('odd')).toMatchObject({ name: 'odd@firm.example' });
  for (const login of ['bo', 'again']) await expect(signedInAs(login)).rejects.toMatchObject(dead);
  const { data } = await office().listUsers({ query: { role: ['viewer'] } });
  expect(data.map(({ email }) => String(email)).toSorted()).toEqual(['cy@firm.example', 'odd@firm.example']);
});

test('[AU33] neither log nor store holds what the provider sent, and verify knows the bonds', async () => {
  const text = JSON.stringify(kept.lines);
  expect(text).toContain('a sign-in at the provider failed');
  for (const secret of [providerClient.client_secret, 'code=', 'eyJ', 'access_token', 'state='])
    expect(text).not.toContain(secret);
  const { store, newId } = app.commitContext;
  const follower = openIntegrityFollower({ store, blobs: null, now: clock.now, newId, log: kept.log, everyHours: 24 });
  expect(await follower.checkNow()).toMatchObject({ faults: 0 });
  await follower.close();
});
