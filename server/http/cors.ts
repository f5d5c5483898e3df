/**
 * CORS (Fetch standard; contract, REST, R56): only pages of the origins that the operator names may read responses; never `*`, and no
 * credentials, as the API has no cookies. Without such origins no CORS header is sent.
 */
import type { RequestHandler } from 'express';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const requestHeaders = [
  'Authorization',
  'Content-Encoding',
  'Content-Range',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
];
const exposedHeaders = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'Sync-Next-Cursor',
  'X-Ignored-Fields',
  'X-Ignored-Parameters',
  'X-Request-Id',
];
const preflightSeconds = 600;

export function cors(origins: readonly string[]): RequestHandler {
  const known = new Set(origins);
  return (request, response, next) => {
    if (known.size === 0) return next();
    response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !known.has(origin)) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders.join(', ') });
    if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) return next();
    response.set({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': requestHeaders.join(', '),
      'Access-Control-Max-Age': String(preflightSeconds),
    });
    response.status(204).end();
  };
}
