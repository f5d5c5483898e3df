/** Answers GET and HEAD with a file that never changes while the server runs: gzip, an ETag, a time in caches. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnown, readTags } from '../http/etag.ts';

/** Scripts and styles come from this origin alone, calls go to it alone, and no inline code runs. */
const ownOriginOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface StaticFile {
  /** Media type; texts are in UTF-8. */
  readonly type: string;
  /** Called with the first request: most servers are never asked, and the server's address is known only once it listens. */
  readonly read: () => Promise<string | Buffer>;
  /** `Cache-Control`; five minutes if absent. */
  readonly caching?: string;
  /** `Content-Security-Policy`, if not that of the documentation. */
  readonly policy?: string;
}

export function staticFile(file: StaticFile): RequestHandler {
  const { type, read, caching = 'public, max-age=300', policy = ownOriginOnly } = file;
  const isPacked = !/^font|^image\/(?!svg)/.test(type);
  let made: Promise<PreparedFile> | undefined;
  return async (request, response) => {
    const { plain, packed, hash } = await (made ??= prepare(read, isPacked));
    const takesGzip = isPacked && request.acceptsEncodings('gzip') === 'gzip';
    const etag = `"${hash}${takesGzip ? '-gzip' : ''}"`;
    response.set({
      'Content-Type': isPacked ? `${type}; charset=utf-8` : type,
      ETag: etag,
      'Cache-Control': caching,
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': policy,
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

interface PreparedFile {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly hash: string;
}

async function prepare(read: StaticFile['read'], isPacked: boolean): Promise<PreparedFile> {
  const plain = Buffer.from(await read());
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { plain, packed: isPacked ? await promisify(gzip)(plain) : plain, hash };
}
