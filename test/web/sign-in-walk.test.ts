/** Every way into the office in a real browser: the provider, a link of somebody else, a passkey. Each test goes on where the last one stopped. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openProvider, providerClient, type TestProvider } from '../kit/provider.ts';
import { findings, look } from './support/look.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

const adminToken = 'admin-token-of-the-sign-in-walk';
let provider: TestProvider;
let office: OpenOffice;
let page: Page;
beforeAll(async () => {
  provider = await openProvider();
  office = await openOffice({
    HOST: 'localhost', // passkeys are made for a name, never for an address
    SITEFILE_ADMIN_TOKEN: adminToken,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: providerClient.client_id,
    OIDC_CLIENT_SECRET: providerClient.client_secret,
    OIDC_NAME: 'Firm ID',
  });
  ({ page } = office);
  const rest = restClient({ server: office.app.url, token: adminToken });
  await rest.createUser({ body: { name: 'Olga Brandt', email: 'olga@firm.example', role: 'owner' } });
  await run(['org', 'create', '--name', 'Second firm'], office.environment);
  const words = ['token', 'create', '--json', '--role', 'owner', '--name', 'Import', '--org', 'Second firm'];
  const { token } = JSON.parse((await run(words, office.environment)).stdout) as { token: string };
  const second = restClient({ server: office.app.url, token });
  for (const [at, name] of [
    [rest, 'Cy'],
    [second, 'Cy of the second'],
  ] as const)
    await at.createUser({ body: { name, email: 'cy@firm.example', role: 'author' } });
  await rest.createUser({ body: { name: 'Ada Whitlock', email: 'ada@firm.example', role: 'admin' } });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(async () => {
  await office[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** A page that is left may take the request with it. */
async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('E-mail').waitFor();
}

async function linkFor(name: string): Promise<string> {
  const { stdout } = await run(['sign-in', 'link', '--email', `${name}@firm.example`], office.environment);
  return `${office.app.url}/office/sign-in#${stdout.split('#').at(-1)?.trim()}`;
}

test('[AU31] a provider that does not answer is named, and the way by a link is beside it', async () => {
  await page.goto('/office/sign-in');
  await page.getByRole('button', { name: 'Sign in with Firm ID' }).click();
  await page.getByText('Firm ID does not answer. Try again in a minute, or sign in with a link.').waitFor();
  await look(page, 'sign-in-provider-down');
});

test('[AU26] a link of somebody else asks first, and a yes signs the other one out', async () => {
  await page.goto(await linkFor('ada'));
  await page.getByRole('complementary').getByText('Ada Whitlock').waitFor();
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/office/people'));
  const other = await opened;
  await other.getByRole('complementary').getByText('Ada Whitlock').waitFor();
  await page.goto(await linkFor('olga'));
  await page.getByRole('heading', { name: 'Sign in as Olga Brandt?' }).waitFor();
  expect(page.url()).not.toContain('#');
  await look(page, 'sign-in-instead');
  await page.getByRole('button', { name: 'Sign in as Olga Brandt instead' }).click();
  await page.getByRole('complementary').getByText('Olga Brandt').waitFor();
  await other.getByRole('complementary').getByText('Olga Brandt').waitFor();
  await other.close();
  await signOut();
});

test('[AU29] the button leads to the provider, and its answer to one of the organisations', async () => {
  await provider.serve(`${office.app.url}/office/sign-in`);
  await provider.setAccounts({ cy: { email: 'cy@firm.example', email_verified: true } });
  /** The server asks a provider that was down again after a pause. */
  const isLed = async (): Promise<boolean> => {
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/v1/sign-in/provider'),
      page.getByRole('button', { name: 'Sign in with Firm ID' }).click(),
    ]);
    return answer.ok();
  };
  await expect.poll(isLed, { interval: 1000 }).toBe(true);
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByPlaceholder('Enter any login').fill('cy');
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Which organisation?' }).waitFor();
  expect(page.url()).toBe(`${office.app.url}/office/sign-in`);
  await look(page, 'sign-in-organisations');
  await page.getByRole('button', { name: 'Second firm · Cy of the second' }).click();
  await page.getByRole('complementary').getByText('Second firm').waitFor();
  await signOut();
});

test('[AU34] a passkey is added, asked for after the link, and removed for who lost it', async () => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(await linkFor('ada'));
  await page.getByRole('complementary').getByText('Ada Whitlock').waitFor();
  await page.goto('/office/settings/sign-in');
  await page.getByText('With a passkey, signing in needs').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await look(page, 'passkey-add');
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.getByText('not used yet').waitFor();
  await look(page, 'passkeys');
  await signOut();

  await page.goto(await linkFor('ada'));
  await page.getByRole('heading', { name: 'Your passkey, please' }).waitFor();
  await look(page, 'sign-in-passkey');
  await page.reload(); // as far as the link leads, and no further
  await page.goto('/office/documents');
  await page.getByRole('heading', { name: 'Your passkey, please' }).waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Use the passkey' }).click();
  await page.getByText('No passkey was given.').waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Use the passkey' }).click();
  await page.getByRole('complementary').getByText('Ada Whitlock').waitFor();
  await page.goto('/office/settings/sign-in');
  await page
    .getByText(/last used/)
    .first()
    .waitFor();

  await signOut();
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await page.goto(await linkFor('olga'));
  await page.getByRole('complementary').getByText('Olga Brandt').waitFor();
  await page.goto('/office/settings/users');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Ada Whitlock' })
    .getByRole('button', { name: 'Remove passkeys' })
    .click();
  await look(page, 'passkeys-remove');
  await page.getByRole('button', { name: 'Remove the passkeys' }).click();
  await page.getByText('Ada Whitlock signs in without a passkey now').waitFor();
});

test('[WB557] who cannot be signed out now is told so', async () => {
  await page.route('**/api/v1/sessions/current', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByText(/^You may still be signed in here\./).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await signOut();
});

test('[WB12] nothing is read again while the server ends the session', async () => {
  await page.goto(await linkFor('olga'));
  await page.getByRole('complementary').getByText('Olga Brandt').waitFor();
  await page.clock.install();
  await page.goto('/office/settings/sign-in');
  await page.getByText('This browser', { exact: true }).waitFor();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  // It does not give up, however slow the machine is.
  await page.evaluate('AbortSignal.timeout = () => new AbortController().signal');
  const held = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/v1/sessions/current', async (route) => {
    const response = await route.fetch();
    ended.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await ended.promise;
  // More than once that lists are read again from time to time.
  await page.clock.runFor(45_000);
  held.resolve();
  await page.getByLabel('E-mail').waitFor();
  expect(refused.filter((path) => path !== '/api/v1/me')).toEqual([]);
});

test('[WB9] axe-core finds nothing on the pages of signing in', () => {
  expect(findings).toEqual([]);
});
