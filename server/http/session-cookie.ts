/**
 * The cookie of a signed-in browser (contract, Web): out of reach of scripts, and of pages of other origins, for which it never counts. So
 * no other page can act in the name of its user.
 */
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { pageOfHeader } from '../../shared/rest/page-of.ts';
import type { Credentials } from '../auth/auth.ts';
import type { HttpContext } from './http-context.ts';

type Site = Pick<HttpContext, 'baseUrl' | 'isSecure'>;

/** ms */
export const sessionMs = 14 * 86_400_000;

export function credentialsOf(request: Request, site: Site): Credentials {
  const { authorization } = request.headers;
  const session = isOwnPage(request, site) ? cookieOf(request, cookieName(request, site)) : undefined;
  return { authorization, session, pageOf: request.get(pageOfHeader) };
}

/** Of a page of our own that opens a WebSocket: that is no reading, so an origin that is not told does not count. */
export function socketSession(request: IncomingMessage, site: Site): string | undefined {
  const isOwn = isOwnPage({ headers: request.headers, method: 'POST' }, site);
  return isOwn ? cookieOf(request, cookieName(request, site)) : undefined;
}

/** `token` null = the browser forgets it. */
export function setSession(request: Request, response: Response, site: Site, token: string | null): void {
  setOwn(request, response, site, { value: token, lastsMs: sessionMs });
}

/** What a browser holds on its way to a session: at the provider, or before it shows a passkey. */
export type StepName = 'provider' | 'passkey';

/** `value` null = the browser forgets it. */
export function setStep(
  request: Request,
  response: Response,
  site: Site,
  step: { readonly name: StepName; readonly value: string | null; readonly lastsMs: number },
): void {
  setOwn(request, response, site, step);
}

/** Counts only for pages of our own, like a session. */
export function stepOf(request: Request, site: Site, name: StepName): string | undefined {
  return isOwnPage(request, site) ? cookieOf(request, cookieName(request, site, name)) : undefined;
}

function setOwn(
  request: Request,
  response: Response,
  site: Site,
  { name, value, lastsMs }: { readonly name?: StepName; readonly value: string | null; readonly lastsMs: number },
): void {
  response.cookie(cookieName(request, site, name), value ?? '', {
    httpOnly: true,
    secure: isEncrypted(request, site),
    sameSite: 'strict',
    path: '/',
    maxAge: value === null ? 0 : lastsMs,
  });
}

/** Throws `forbidden` for a page of another origin: it could sign a visitor in as somebody else. */
export function requireOwnPage(request: Request, site: Site): void {
  if (!isOwnPage(request, site)) throw new Problem('forbidden', 'Only a page of this server may do this.');
}

/**
 * Browsers say where a request comes from: `Sec-Fetch-Site` over HTTPS and on localhost, `Origin` with every change. Without either only
 * reading is allowed, which no other page can look at.
 */
function isOwnPage({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>, { baseUrl }: Site): boolean {
  const isReading = method === 'GET' || method === 'HEAD';
  const from = headers['sec-fetch-site'];
  if (from !== undefined) return from === 'same-origin' || (isReading && from === 'none');
  if (headers.origin === undefined) return isReading;
  const host = URL.parse(headers.origin)?.host;
  return host !== undefined && (host === headers.host || host === URL.parse(baseUrl())?.host);
}

/** `__Host-` = browsers take it over HTTPS only, and for this host alone. */
function cookieName(request: IncomingMessage, site: Site, step?: StepName): string {
  const name = step === undefined ? 'sitefile' : `sitefile-${step}`;
  return isEncrypted(request, site) ? `__Host-${name}` : name;
}

function isEncrypted(request: IncomingMessage, { baseUrl, isSecure }: Site): boolean {
  return baseUrl().startsWith('https:') || isSecure(request);
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const found = headers.cookie?.split(/; */).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}
