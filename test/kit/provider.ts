/** Starts and stops the sign-in provider of the tests (provider-program.ts), and signs people in there as a browser does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** By what a person types as their login, which is also the `sub` of the account. */
type Accounts = Readonly<Record<string, ProviderAccount>>;

export interface ProviderOrder {
  readonly redirectUri?: string;
  readonly accounts?: Accounts;
}

export const providerClient = { client_id: 'sitefile', client_secret: 'secret-of-the-client+and/some=signs' };

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** Until then it answers 503. */
  serve(redirectUri: string): Promise<void>;
  setAccounts(accounts: Accounts): Promise<void>;
  /** From the address that the server gave to where the provider leads back. */
  signIn(url: string, login: string): Promise<URL>;
}

export async function openProvider(): Promise<TestProvider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'provider-program.ts')], {
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    // It warns that it is no provider for real users.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit').then((): unknown[] => []);
  const answered = async (): Promise<string> => {
    const [told] = await Promise.race([once(child, 'message'), ended]);
    if (told === undefined) throw new Error('the provider ended');
    return (told as { issuer: string }).issuer; // provider-program.ts sends nothing else
  };
  const issuer = await answered();
  const order = async (what: ProviderOrder): Promise<void> => {
    const answer = answered();
    child.send(what);
    await answer;
  };
  return {
    issuer,
    serve: (redirectUri) => order({ redirectUri }),
    setAccounts: (accounts) => order({ accounts }),
    signIn: (url, login) => signInAt(issuer, url, login),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Follows redirects and fills in the provider's two forms, with a jar of its own. */
async function signInAt(issuer: string, start: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  const go = async (url: URL, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split(/=(.*)/) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  let url = new URL(start);
  for (let steps = 0; steps < 15 && url.origin === issuer; steps++) {
    let response = await go(url);
    if (response.status === 200) {
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      response = await go(new URL(action, url), prompt === 'login' ? { prompt, login, password: 'x' } : { prompt });
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status} at ${url.href}`);
    url = new URL(location, url);
  }
  return url;
}
