/** Answers GET and HEAD with a text that never changes while the server runs: gzip, an ETag, five minutes in caches. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnown, readTags } from '../http/etag.ts';

/** Scripts and styles come from this origin alone, calls go to it alone, and no inline code runs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `text` is called with the first request: most servers are never asked, and the server's address is known only once it listens. */
export function staticText(type: string, text: () => Promise<string>): RequestHandler {
  let made: Promise<PreparedText> | undefined;
  return async (request, response) => {
    const { plain, packed, hash } = await (made ??= prepare(text));
    const takesGzip = request.acceptsEncodings('gzip') === 'gzip';
    const etag = `"${hash}${takesGzip ? '-gzip' : ''}"`;
    response.set({
      'Content-Type': `${type}; charset=utf-8`,
      ETag: etag,
      'Cache-Control': 'public, max-age=300',
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': contentSecurityPolicy,
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

interface PreparedText {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly hash: string;
}

async function prepare(text: () => Promise<string>): Promise<PreparedText> {
  const plain = Buffer.from(await text());
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, packed: await promisify(gzip)(plain), hash };
}
