/** Compression of bodies, both ways (RFC 9110, sections 8.4 and 12.5.3): what a caller may send, and what he is sent. */
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gunzip,
  gunzipSync,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
  zstdDecompressSync,
} from 'node:zlib';
import type { Request, Response } from 'express';
import { Problem } from '../../shared/model/problem.ts';

const encodings = ['zstd', 'br', 'gzip'] as const;
export type BodyEncoding = (typeof encodings)[number];

/** Below this, compressing costs more than the bytes it saves. */
const minBytes = 1024;

const [fromZstd, fromBrotli, fromGzip] = [promisify(zstdDecompress), promisify(brotliDecompress), promisify(gunzip)];
/** A frame may ask for any window, and would get 128 MB for a few bytes: 8 MB is what RFC 8878 has every reader know. */
const windowLogMax = 23;

const zstdWindow = { [constants.ZSTD_d_windowLogMax]: windowLogMax };

const decompress: Readonly<Record<BodyEncoding, (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>>> = {
  zstd: (bytes, maxOutputLength) => fromZstd(bytes, { maxOutputLength, params: zstdWindow }),
  br: (bytes, maxOutputLength) => fromBrotli(bytes, { maxOutputLength }),
  gzip: (bytes, maxOutputLength) => fromGzip(bytes, { maxOutputLength }),
};

const [toZstd, toBrotli, toGzip] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];
/** One or two pieces for most bodies. */
const chunkSize = 64 * 1024;

/** At levels that take less time than the bytes they save on any network. */
const zstdOptions = { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 2 } };
const brotliOptions = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const gzipOptions = { chunkSize, level: 3 };

const compress: Readonly<Record<BodyEncoding, (text: string | Buffer) => Promise<Buffer>>> = {
  zstd: (text) => toZstd(text, zstdOptions),
  br: (text) => toBrotli(text, brotliOptions),
  gzip: (text) => toGzip(text, gzipOptions),
};

/** So small that it takes a fifth of a millisecond: on its way to another thread and back it would wait for whatever comes meanwhile. */
const maxBytesAtOnce = 64 * 1024;
const compressAtOnce: Readonly<Record<BodyEncoding, (text: string | Buffer) => Buffer>> = {
  zstd: (text) => zstdCompressSync(text, zstdOptions),
  br: (text) => brotliCompressSync(text, brotliOptions),
  gzip: (text) => gzipSync(text, gzipOptions),
};

/** What a few bytes may come to before others have to wait for them. Brotli fills its whole window, of up to 16 MB, before it can be stopped. */
const maxTextAtOnce = 256 * 1024;
const decompressAtOnce: Readonly<Partial<Record<BodyEncoding, (bytes: Buffer, maxOutputLength: number) => Buffer>>> = {
  zstd: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { chunkSize, maxOutputLength, params: zstdWindow }),
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { chunkSize, maxOutputLength }),
};

/** How the body was compressed; null = not at all. Throws `unsupported_media_type` for what is not among `allowed`. */
export function encodingOf(request: Request, allowed: readonly BodyEncoding[]): BodyEncoding | null {
  const named = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (named === 'identity' || named === '') return null;
  const known = allowed.find((encoding) => encoding === named || (encoding === 'gzip' && named === 'x-gzip'));
  if (known) return known;
  // RFC 9110, section 15.5.16: what would have been read.
  request.res?.set('Accept-Encoding', allowed.length > 0 ? allowed.join(', ') : 'identity');
  throw new Problem(
    'unsupported_media_type',
    allowed.length > 0 ? `A body may be compressed by ${allowed.join(', ')}.` : 'Compressed bodies are not read here.',
  );
}

/** Stops where the body grows beyond `maxBytes`, however small it came. Throws `payload_too_large` and `bad_request`. */
export async function decompressed(bytes: Buffer, encoding: BodyEncoding, maxBytes: number): Promise<Buffer> {
  try {
    return smallOnce(bytes, encoding, maxBytes) ?? (await decompress[encoding](bytes, maxBytes));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
    throw new Problem('bad_request', `The body is not ${encoding}, or broke off.`);
  }
}

/** Null where there is more in it, or where it cannot be read: that takes the longer way. */
function smallOnce(bytes: Buffer, encoding: BodyEncoding, maxBytes: number): Buffer | null {
  if (bytes.length > maxBytesAtOnce) return null;
  try {
    return decompressAtOnce[encoding]?.(bytes, Math.min(maxBytes, maxTextAtOnce)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Ends the response with the text, compressed where the caller reads that and it is worth it. Status and type are set before. UTF-8 is
 * given to it for good, in memory of its own (`Buffer.allocUnsafeSlow`), which is let go of at once: the collector would leave dozens of
 * large ones lying about, because their handles are small.
 */
export async function endWith(response: Response, text: string | Buffer<ArrayBuffer>): Promise<void> {
  response.vary('Accept-Encoding');
  const encoding = text.length < minBytes || response.req.method === 'HEAD' ? null : askedOf(response.req);
  if (encoding === null) return void response.end(text);
  const bytes = text.length > maxBytesAtOnce ? await compress[encoding](text) : compressAtOnce[encoding](text);
  if (typeof text !== 'string') text.buffer.transfer(0);
  if (response.destroyed) return;
  response.set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) }).end(bytes);
}

/** Ours in the order of our liking, whatever weights the caller gives them, as long as he takes them. Nothing said is no compression. */
function askedOf(request: Request): BodyEncoding | null {
  const weights = new Map(
    (request.headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight) || 0];
      }),
  );
  return encodings.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? null;
}
