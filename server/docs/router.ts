/**
 * The documentation, open to everybody: the OpenAPI document, the page drawn from it, and the addresses of problem types, which lead
 * to their explanations (RFC 9457, section 3.1.1). Everything else is passed on.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler, type Router } from 'express';
import { isProblemCode } from '../../shared/model/problem.ts';
import { isKnown, readTags } from '../http/etag.ts';
import type { HttpContext } from '../http/http-context.ts';
import { otherMethod, problemAnswers } from '../http/problems.ts';
import { requestIds } from '../http/request-id.ts';
import { anchors, documentPath, stylePath } from './anchors.ts';

const pagePath = '/docs';
/** Served as one; the later override the earlier. */
const styleFiles = ['page.css', 'operation.css', 'screens.css'];
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function docsRouter(context: HttpContext): Router {
  const router = express.Router();
  const style = styleFiles.map((name) => readFileSync(new URL(`style/${name}`, import.meta.url), 'utf8')).join('\n');
  // Everything that draws is loaded with the first request: most servers are never asked.
  const drawn = once(async () => (await import('./openapi/document.ts')).openApiDocument(context.baseUrl()));
  const page = async (): Promise<string> => (await import('./page.ts')).docsPage(await drawn());
  const files = {
    [documentPath]: { type: 'application/json; charset=utf-8', text: async () => JSON.stringify(await drawn()) },
    [pagePath]: { type: 'text/html; charset=utf-8', text: page },
    [stylePath]: { type: 'text/css; charset=utf-8', text: () => Promise.resolve(style) },
  };
  for (const [path, { type, text }] of Object.entries(files))
    router
      .route(path)
      .all(requestIds(context.newId))
      .get(serve(type, once(text)))
      .all(otherMethod(['GET', 'HEAD']));
  router.get('/problems/:code', (request, response, next) => {
    const { code } = request.params;
    if (isProblemCode(code)) response.redirect(303, `${pagePath}#${anchors.problem(code)}`);
    else next();
  });
  router.use(problemAnswers(context));
  return router;
}

/** Kept by the browser for five minutes, then asked for again by its ETag. */
function serve(type: string, text: () => Promise<string>): RequestHandler {
  const file = once(async () => {
    const plain = Buffer.from(await text());
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    return { plain, packed: gzipSync(plain), hash };
  });
  return async (request, response) => {
    const { plain, packed, hash } = await file();
    const takesGzip = request.acceptsEncodings('gzip') === 'gzip';
    const etag = `"${hash}${takesGzip ? '-gzip' : ''}"`;
    response.set({
      'Content-Type': type,
      ETag: etag,
      'Cache-Control': 'public, max-age=300',
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    if (isKnown(readTags(request, 'If-None-Match'), etag)) {
      response.status(304).end();
      return;
    }
    const body = takesGzip ? packed : plain;
    if (takesGzip) response.set('Content-Encoding', 'gzip');
    response.set('Content-Length', String(body.length)).end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Made when it is first asked for: the address of the server is known only once it listens. */
function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
