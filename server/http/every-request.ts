/**
 * What holds for every request and every answer, whatever the path: safe headers (contract, Security, HR26), one Host, no TRACE. A handler
 * may relax a header for its own path.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import type { HttpContext } from './http-context.ts';
import { otherMethod } from './problems.ts';

/** No content of its own, no framing, no referrer, no copy for others. */
const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Where callers reach the server over HTTPS, browsers must never try anything else (RFC 6797). */
const strictTransport = { 'Strict-Transport-Security': 'max-age=31536000' };

export function sendSafeHeaders({ baseUrl, isSecure }: Pick<HttpContext, 'baseUrl' | 'isSecure'>): RequestHandler {
  return (request, response, next) => {
    response.set({ ...safeHeaders, Vary: 'Authorization, Accept' });
    // A browser that held it would take it for the next session too: an ETag may be the same, and Chromium ignores `Vary: Cookie`.
    if (request.headers.cookie !== undefined) response.set('Cache-Control', 'no-store');
    if (baseUrl().startsWith('https:') || isSecure(request)) response.set(strictTransport);
    next();
  };
}

/** The same as lines of a head that is written by hand. */
export function safeHeaderLines(baseUrl: string): string[] {
  const headers = baseUrl.startsWith('https:') ? { ...safeHeaders, ...strictTransport } : safeHeaders;
  return Object.entries(headers).map((pair) => pair.join(': '));
}

export const refuseUnsafe: RequestHandler = (request, response, next) => {
  if (!hasOneHost(request)) throw new Problem('bad_request', needsOneHost);
  // It would echo the request, token included.
  if (request.method === 'TRACE')
    otherMethod(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(request, response, next);
  else next();
};

export const needsOneHost = 'The request needs exactly one Host header.';

/** With two, a proxy may have read the other one (RFC 9112, section 3.2): Node keeps the first and drops the rest. */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
