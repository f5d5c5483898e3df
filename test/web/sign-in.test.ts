/** Signing in to the office and enrolling a tablet: the first start, links, sessions, codes, and pages that are not our own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { openBrowser as openBrowserAt } from './support/session.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const clock = openClock();
const told: string[] = [];
let dataDir = '';
let app: App;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitefile-sign-in-'));
  app = await openApp(readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    now: clock.now,
    elapsed: clock.elapsed,
    random: openChance(1).bytes,
    log: openLog('silent'),
    tell: (line) => told.push(line),
  });
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const openBrowser = (from?: string) => openBrowserAt(app.url, from);

const marta = { name: 'Marta Kowalczyk', email: 'marta@harrowlyle.example', organisation: 'Harrowlyle' };
const linkOf = (line = ''): string => line.split('#').at(-1) ?? '';

test('[WB4] the terminal’s code makes the first administrator once, and a wrong one nobody', async () => {
  const { signIn, rest, browser } = openBrowser();
  const code = app.startCode ?? '';
  expect(await signIn.readSignIn({})).toEqual({
    needs_administrator: true,
    has_mail: false,
    provider: null,
    passkey: null,
    has_example: false,
  });
  await expect(signIn.startOffice({ body: { ...marta, code: 'AAAA-AAAA' } })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await signIn.startOffice({ body: { ...marta, code: code.toLowerCase().replace('-', ' ') } });
  expect(await rest.getMe()).toMatchObject({
    actor: { name: marta.name },
    role: 'owner',
    organisation: { name: 'Harrowlyle' },
  });
  expect(browser.lastCookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Strict/);
  await expect(signIn.startOffice({ body: { ...marta, code } })).rejects.toMatchObject({ code: 'conflict' });
});

test('[WB692] a wrong code says how many tries are left in this minute', async () => {
  const folder = join(dataDir, 'guessed');
  await using guessed = await openApp(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }), {
    now: clock.now,
    elapsed: clock.elapsed,
    random: openChance(4).bytes,
    log: openLog('silent'),
  });
  const { signIn } = openBrowserAt(guessed.url);
  const guess = async (): Promise<unknown> =>
    await signIn.startOffice({ body: { ...marta, code: 'AAAA-AAAA' } }).catch((error: unknown) => error);
  const wrong = 'This is not the code that the terminal printed.';
  for (let left = 9; left > 1; left--)
    expect(await guess()).toMatchObject({ detail: `${wrong} ${left} tries left in this minute.` });
  expect(await guess()).toMatchObject({ detail: `${wrong} 1 try left in this minute.` });
  expect(await guess()).toMatchObject({ detail: `${wrong} Wait a minute before the next try.` });
  expect(await guess()).toMatchObject({ code: 'rate_limited' });
});

test('[WB13] two first starts at once with the code make one owner', async () => {
  const folder = join(dataDir, 'second');
  await using second = await openApp(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }), {
    now: clock.now,
    elapsed: clock.elapsed,
    random: openChance(2).bytes,
    log: openLog('silent'),
  });
  const code = second.startCode ?? '';
  const starts = ['Marta', 'Priya'].map((name) => {
    const { signIn, rest } = openBrowserAt(second.url);
    const body = { code, name, email: `${name}@harrowlyle.example`, organisation: `${name} Ltd` };
    return signIn.startOffice({ body }).then(() => rest.listUsers());
  });
  const results = await Promise.allSettled(starts);
  const [users] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.data] : []));
  expect(users).toHaveLength(1);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
});

test('[WB5] a link signs in once, for 15 minutes, and is printed where no e-mail is sent', async () => {
  const { signIn, rest } = openBrowser();
  await signIn.askForLink({ body: { email: 'nobody@harrowlyle.example' } });
  expect(told).toEqual([]);
  await signIn.askForLink({ body: { email: marta.email.toUpperCase() } });
  await signIn.askForLink({ body: { email: marta.email } });
  expect(told).toHaveLength(1); // one a minute
  await signIn.signIn({ body: { link: linkOf(told[0]) } });
  expect((await rest.getMe()).actor.name).toBe(marta.name);
  const again = openBrowser().signIn.signIn({ body: { link: linkOf(told[0]) } });
  await expect(again).rejects.toMatchObject({ code: 'unauthenticated' });
  clock.advance(61_000);
  await signIn.askForLink({ body: { email: marta.email } });
  clock.advance(15 * 60_000);
  const late = openBrowser().signIn.signIn({ body: { link: linkOf(told[1]) } });
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('[WB6] a session never counts for a page of another origin, nor as a bearer token', async () => {
  const { browser, signIn } = openBrowser();
  clock.advance(61_000);
  await signIn.askForLink({ body: { email: marta.email } });
  await signIn.signIn({ body: { link: linkOf(told.at(-1)) } });
  const ask = async (headers: Record<string, string>, method = 'GET'): Promise<number> =>
    (await fetch(`${app.url}/api/v1/projects`, { method, headers: { cookie: browser.cookie, ...headers } })).status;
  const host = new URL(app.url).host;
  expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  for (const from of ['cross-site', 'same-site']) expect(await ask({ 'sec-fetch-site': from })).toBe(401);
  expect(await ask({ 'sec-fetch-site': 'none' }, 'POST')).toBe(401);
  expect(await ask({}, 'POST')).toBe(401);
  expect(await ask({ origin: 'https://elsewhere.example' }, 'POST')).toBe(401);
  expect(await ask({ origin: `http://${host}` }, 'POST')).toBe(422);
  expect(await ask({ authorization: `Bearer ${browser.cookie.split('=')[1]}` })).toBe(401);
  const foreign = openBrowser('cross-site').signIn.askForLink({ body: { email: marta.email } });
  await expect(foreign).rejects.toMatchObject({ code: 'forbidden' });
});

test('[WB20] a browser stores no response to a session, so the next session reads its own', async () => {
  const cachingOf = async (headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`${app.url}/api/v1/organisation`, { headers })).headers.get('cache-control');
  expect(await cachingOf({ cookie: 'sitefile=x' })).toBe('no-store');
  expect(await cachingOf({})).toBe('private, no-cache');
});

test('[WB7] sessions are listed, and end one by one, everywhere, or after 14 days', async () => {
  const [one, two] = [openBrowser(), openBrowser()];
  for (const { signIn } of [one, two]) {
    clock.advance(61_000);
    await signIn.askForLink({ body: { email: marta.email } });
    await signIn.signIn({ body: { link: linkOf(told.at(-1)) } });
  }
  const { data } = await one.signIn.listSessions({});
  expect(data.filter(({ is_current }) => is_current)).toHaveLength(1);
  await two.signIn.endSession({ session: 'current' });
  await expect(two.rest.getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await one.signIn.listSessions({})).data).toHaveLength(data.length - 1);
  expect((await one.rest.listTokens()).data.map(({ name }) => name)).toEqual(['first admin token']);
  const { id } = await one.rest.createToken({ body: { name: 'Import', expires_in_days: 300 } });
  expect((await one.rest.getToken({ token: id })).created_by).toBe((await one.rest.getMe()).actor.id);
  await one.signIn.endSessions({});
  await expect(one.rest.getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('[WB30] a code gives one tablet a token of its own, once, within 15 minutes', async () => {
  const { signIn, rest } = openBrowser();
  clock.advance(61_000);
  await signIn.askForLink({ body: { email: marta.email } });
  await signIn.signIn({ body: { link: linkOf(told.at(-1)) } });
  const { code, url, name } = await rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  expect([name, url]).toEqual(['Gate tablet', `${app.url}/field/enrol#${code}`]);

  const tablet = openBrowser().signIn;
  const enrol = (given: string) => tablet.enrolDevice({ body: { code: given } });
  await expect(enrol('AAAA-AAAA')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(restClient({ server: app.url, token: code }).getMe()).rejects.toMatchObject({ code: 'unauthenticated' });
  const { token, organisation } = await enrol(code.toLowerCase().replace('-', ' '));
  expect(organisation.name).toBe('Harrowlyle');
  expect(await restClient({ server: app.url, token }).getMe()).toMatchObject({
    actor: { name: 'Gate tablet' },
    role: 'device',
  });
  await expect(enrol(code)).rejects.toMatchObject({ code: 'unauthenticated' });
  const [made] = (await rest.listTokens()).data;
  expect(made).toMatchObject({ name: 'Gate tablet', role: 'device', created_by: (await rest.getMe()).actor.id });

  const late = await rest.createDeviceCode({ body: { name: 'Late tablet' } });
  clock.advance(15 * 60_000);
  await expect(enrol(late.code)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(
    restClient({ server: app.url, token }).createDeviceCode({ body: { name: 'Another' } }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('[WB81] a code is worth nothing once its maker may not make it, or withdrew it', async () => {
  const owner = await signedIn(marta.email);
  const enrol = (code: string) => openBrowser().signIn.enrolDevice({ body: { code } });
  const dead = { code: 'unauthenticated' };
  const codeOf = async (browser: ReturnType<typeof openBrowser>, name: string): Promise<string> =>
    (await browser.rest.createDeviceCode({ body: { name } })).code;

  const { id: user } = await owner.rest.createUser({ body: { name: 'Abe', role: 'admin', email: 'abe@firm.example' } });
  const abe = await signedIn('abe@firm.example');
  const [beforeDemotion, beforeLeaving] = [await codeOf(abe, 'One'), await codeOf(abe, 'Two')];
  await owner.rest.updateUser({ user, body: { role: 'viewer' } });
  await expect(enrol(beforeDemotion)).rejects.toMatchObject(dead);
  await owner.rest.updateUser({ user, body: { role: 'admin' } });
  await owner.rest.deactivateUser({ user });
  await expect(enrol(beforeLeaving)).rejects.toMatchObject(dead);

  const withdrawn = await owner.rest.createDeviceCode({ body: { name: 'Seen by all' } });
  await owner.rest.revokeToken({ token: withdrawn.id });
  await expect(enrol(withdrawn.code)).rejects.toMatchObject(dead);

  const [kept, distrusted] = [await codeOf(owner, 'Three'), await codeOf(owner, 'Four')];
  await owner.signIn.endSession({ session: 'current' });
  await enrol(kept);
  await (await signedIn(marta.email)).signIn.endSessions({});
  await expect(enrol(distrusted)).rejects.toMatchObject(dead);
});

async function signedIn(email: string): Promise<ReturnType<typeof openBrowser>> {
  clock.advance(61_000);
  const browser = openBrowser();
  await browser.signIn.askForLink({ body: { email } });
  await browser.signIn.signIn({ body: { link: linkOf(told.at(-1)) } });
  return browser;
}
