/** A code of a tablet whose answer is lost on the way, and codes that ask for more than there is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openProxy, type Proxy } from '../kit/proxy.ts';
import { openWorld, type World } from '../kit/world.ts';
import { openBrowser } from './support/session.ts';

let world: World;
let line: Proxy;
let token = '';
beforeAll(async () => {
  world = await openWorld();
  line = await openProxy({ target: world.app.url });
  token = await world.token('owner');
});
afterAll(async () => {
  await line[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const office = () => restClient({ server: world.app.url, token });
const codeFor = async (name: string): Promise<string> => (await office().createDeviceCode({ body: { name } })).code;
const enrol = (code: string, key?: string, server = world.app.url) =>
  openBrowser(server).signIn.enrolDevice({ body: { code, ...(key === undefined ? {} : { key }) } });
const [ours, theirs] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
const dead = { code: 'unauthenticated' };

test('[AU24] a tablet that lost the answer gets the same one for the same code and key', async () => {
  const code = await codeFor('Gate tablet');
  line.loseAnswerTo('/api/v1/sign-in/device');
  await expect(enrol(code, ours, line.url)).rejects.toThrow();
  line.heal();
  const { data: before } = await office().listTokens();
  const answer = await enrol(code.toLowerCase(), ours, line.url);
  expect(await enrol(code, ours)).toEqual(answer);
  expect((await restClient({ server: world.app.url, token: answer.token }).getMe()).actor.name).toBe('Gate tablet');
  expect((await office().listTokens()).data).toHaveLength(before.length);
  const both = await Promise.all(['a', 'b'].map(() => enrol(code, ours)));
  expect(new Set(both.map((each) => each.token))).toEqual(new Set([answer.token]));
});

test('[AU24] another key, no key, a late repeat and a revoked token get nothing', async () => {
  const code = await codeFor('Gate tablet 2');
  const answer = await enrol(code, ours);
  await expect(enrol(code, theirs)).rejects.toMatchObject(dead);
  await expect(enrol(code)).rejects.toMatchObject(dead);
  await expect(enrol(code, 'short')).rejects.toMatchObject({ code: 'validation_failed' });
  world.clock.advance(15 * 60_000);
  await expect(enrol(code, ours)).rejects.toMatchObject(dead);
  expect((await restClient({ server: world.app.url, token: answer.token }).getMe()).role).toBe('device');

  const seen = await codeFor('Gate tablet 3');
  const { token: given } = await enrol(seen, ours);
  const row = (await office().listTokens()).data.find(({ name }) => name === 'Gate tablet 3');
  await office().revokeToken({ token: row?.id ?? '' });
  await expect(enrol(seen, ours)).rejects.toMatchObject(dead);
  await expect(restClient({ server: world.app.url, token: given }).getMe()).rejects.toMatchObject(dead);

  const withoutKey = await codeFor('Gate tablet 4');
  await enrol(withoutKey);
  await expect(enrol(withoutKey, ours)).rejects.toMatchObject(dead);
});

test('[AU25] a limit that the endpoint does not know is refused, not ignored', async () => {
  for (const more of [
    { expires_in_days: 1 },
    { role: 'viewer' },
    { expires_at: '2030-01-01T00:00:00Z' },
    { ip_allow: [] },
  ]) {
    const answer = await fetch(`${world.app.url}/api/v1/device-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Gate tablet', ...more }),
    });
    expect(await answer.json()).toMatchObject({
      code: 'unknown_field',
      errors: [{ pointer: `#/${Object.keys(more)[0]}` }],
    });
  }
});
