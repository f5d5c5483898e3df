/** What a provider sends is believed only where signature, issuer, audience, nonce and time fit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openWorld, type World } from '../kit/world.ts';
import { openLyingProvider, type Lie, type LyingProvider } from './support/lying-provider.ts';
import { openBrowser } from './support/session.ts';

let provider: LyingProvider;
let world: World;
beforeAll(async () => {
  provider = await openLyingProvider('sitefile');
  world = await openWorld({ environment: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'sitefile' } });
  const office = restClient({ server: world.app.url, token: world.adminToken });
  await office.createUser({ body: { name: 'Ada', email: 'ada@firm.example', role: 'author' } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const verified = { email: 'ada@firm.example', email_verified: true };
const seconds = (apart: number): number => Math.floor(Date.now() / 1000) + apart;

/** Signs in with this lie; the nonce is right unless it lies about that. */
async function signInWith(lie: Lie): Promise<string> {
  const { signIn } = openBrowser(world.app.url);
  const { url } = await signIn.startProvider({});
  const asked = new URL(url).searchParams;
  provider.lie = { ...lie, claims: { ...verified, nonce: asked.get('nonce'), ...lie.claims } };
  const query = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '', iss: provider.issuer });
  const { choices } = await signIn.finishProvider({ body: { query: `?${query}` } });
  return choices.map(({ name }) => name).join();
}

test.each<[string, Lie]>([
  ['forged signature', { isForged: true }],
  ['no signature', { header: { alg: 'none' } }],
  ['another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['it ended two minutes ago', { claims: { exp: seconds(-120) } }],
  ['no subject', { claims: { sub: undefined } }],
  ['a subject that is no text', { claims: { sub: 7 } }],
])('[AU30] an ID token signs nobody in: %s', async (_name, lie) => {
  await expect(signInWith(lie)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('[AU30] a clock half a minute off is forgiven, and a provider’s fault is told as one', async () => {
  expect(await signInWith({ claims: { exp: seconds(-30), iat: seconds(-330) } })).toBe('Ada');
  expect(await signInWith({ claims: { iat: seconds(30), nbf: seconds(30) } })).toBe('Ada');
  await expect(signInWith({ status: 500 })).rejects.toMatchObject({ code: 'unavailable' });
});
