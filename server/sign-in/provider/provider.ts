/**
 * The sign-in provider of the settings, by OpenID Connect: code flow with PKCE, state, nonce and a check of who answers. What it offers is
 * read when somebody first signs in, so a provider that is down stops no start.
 */
import type * as openid from 'openid-client';
import { Problem } from '../../../shared/model/problem.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { Flow } from './flow.ts';

type Client = typeof openid;

/** Whom the provider signed in. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the provider says that it is verified. */
  readonly email: string | null;
  readonly name: string | null;
}

export interface Provider {
  /** As the button says it. */
  readonly name: string;
  /** Where the browser goes. Throws `unavailable`. */
  start(flow: Flow): Promise<string>;
  /** `query` = of the address that the provider sent the browser to. Throws `unauthenticated` and `unavailable`. */
  finish(query: string, flow: Flow): Promise<Claims>;
}

/** Seconds, for each request. */
const patience = 10;
/** How far its clock may be from ours, seconds. */
const clockApart = 60;
/** What it offers is read again after this. */
const keptMs = 3_600_000;
/** Nobody makes the server ask a provider that is down without end. */
const pauseMs = 2000;

type Settings = Pick<Config, 'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcName'>;

export interface ProviderOptions {
  readonly config: Settings;
  /** Where callers reach this server. */
  readonly baseUrl: () => string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** Null where none is set. */
export function openProvider({ config, baseUrl, now, log }: ProviderOptions): Provider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (issuer === undefined || clientId === undefined) return null;
  const name = config.oidcName ?? new URL(issuer).hostname;
  const redirectUri = (): string => `${baseUrl()}/office/sign-in`;
  const unavailable = (): Problem =>
    new Problem('unavailable', `${name} does not answer. Try again in a minute, or sign in with a link.`);
  const offer = keptFor(now, () => discover(config, issuer, clientId));

  const known = async (): Promise<[Client, openid.Configuration]> => {
    try {
      return await offer();
    } catch (error) {
      log.warn({ issuer, ...tellable(error) }, 'the sign-in provider could not be reached');
      throw unavailable();
    }
  };

  return {
    name,
    start: async ({ state, nonce, verifier }) => {
      const [client, provider] = await known();
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        response_type: 'code',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return url.href;
    },
    finish: async (query, { state, nonce, verifier }) => {
      const [client, provider] = await known();
      try {
        const answer = new URL(redirectUri());
        answer.search = query;
        const tokens = await client.authorizationCodeGrant(provider, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('there is no ID token');
        const isWhole = claims['email'] !== undefined || provider.serverMetadata().userinfo_endpoint === undefined;
        const more = isWhole ? claims : await client.fetchUserInfo(provider, tokens.access_token, claims.sub);
        if (/\p{Cc}/u.test(claims.sub)) throw new Error('the subject is no text');
        return { issuer: claims.iss, subject: claims.sub, ...personIn(more) };
      } catch (error) {
        log.warn({ issuer, ...tellable(error) }, 'a sign-in at the provider failed');
        if (isOutage(error)) throw unavailable();
        const isRefused = error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
        const what = isRefused ? `You did not sign in at ${name}.` : `${name} gave no answer that counts.`;
        throw new Problem('unauthenticated', `${what} Begin again.`);
      }
    },
  };
}

async function discover(
  { oidcClientSecret: secret }: Settings,
  issuer: string,
  clientId: string,
): Promise<[Client, openid.Configuration]> {
  const client = await import('openid-client');
  const loopback = new URL(issuer).protocol === 'http:';
  const metadata = { [client.clockTolerance]: clockApart };
  // Which way it wants the secret is known only afterwards.
  const auth: openid.ClientAuth = (as, own, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = !secret
      ? client.None()
      : methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(secret)
        : client.ClientSecretPost(secret);
    way(as, own, body, headers);
  };
  const provider = await client.discovery(new URL(issuer), clientId, metadata, auth, {
    timeout: patience,
    execute: [client.enableNonRepudiationChecks, ...(loopback ? [client.allowInsecureRequests] : [])],
  });
  // What cannot be used is asked for again, like an answer that did not come.
  if (!isSafe(client.buildAuthorizationUrl(provider, {}))) throw new Error('its address is not safe');
  return [client, provider];
}

/** One reading at a time, kept for an hour; after a failure the next one waits. */
function keptFor<T>(now: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: Promise<T>; until: number } | undefined;
  return () => {
    if (last && now() < last.until) return last.value;
    const reading = { value: read(), until: Infinity };
    last = reading;
    reading.value.then(
      () => (reading.until = now() + keptMs),
      () => (reading.until = now() + pauseMs),
    );
    return reading.value;
  };
}

function personIn(claims: { readonly [claim: string]: unknown }): Pick<Claims, 'email' | 'name'> {
  const { email, email_verified: isVerified, name } = claims;
  return {
    // Nothing but `true`: an address that anybody could claim would open the account of its owner.
    email: typeof email === 'string' && isVerified === true ? email : null,
    name: typeof name === 'string' ? name : null,
  };
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** No answer, or a fault of its own: nothing that the person did. */
function isOutage(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { readonly status?: unknown } };
  if (typeof cause?.status === 'number') return cause.status >= 500;
  return code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed');
}

/** What a log may hold: neither tokens nor what the provider wrote. */
function tellable(error: unknown): { readonly reason: string } {
  const { name, code, error: said } = error as { name?: unknown; code?: unknown; error?: unknown };
  const parts = [name, code, said].filter((part) => typeof part === 'string' && /^[\w .-]{1,80}$/.test(part));
  return { reason: parts.join(' ') };
}
