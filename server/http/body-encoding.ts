/** Compression of request and response bodies (RFC 9110, sections 8.4 and 12.5.3). */
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
/** A frame of a few bytes could demand a window of 128 MB; RFC 8878 asks every decoder to support 8 MB. */
const windowLogMax = 23;

const zstdWindow = { [constants.ZSTD_d_windowLogMax]: windowLogMax };

const decompress: Readonly<Record<BodyEncoding, (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>>> = {
  zstd: (bytes, maxOutputLength) => fromZstd(bytes, { maxOutputLength, params: zstdWindow }),
  br: (bytes, maxOutputLength) => fromBrotli(bytes, { maxOutputLength }),
  gzip: (bytes, maxOutputLength) => fromGzip(bytes, { maxOutputLength }),
};

const [toZstd, toBrotli, toGzip] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)];
const chunkSize = 64 * 1024;

/** At these levels compression takes less time than sending the bytes that it saves. */
const zstdOptions = { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 2 } };
const brotliOptions = { chunkSize, params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
const gzipOptions = { chunkSize, level: 3 };

const compress: Readonly<Record<BodyEncoding, (text: string | Buffer) => Promise<Buffer>>> = {
  zstd: (text) => toZstd(text, zstdOptions),
  br: (text) => toBrotli(text, brotliOptions),
  gzip: (text) => toGzip(text, gzipOptions),
};

/** Up to this size compression takes 0.2 ms: a round trip to another thread would take longer. */
const maxBytesAtOnce = 64 * 1024;
const compressAtOnce: Readonly<Record<BodyEncoding, (text: string | Buffer) => Buffer>> = {
  zstd: (text) => zstdCompressSync(text, zstdOptions),
  br: (text) => brotliCompressSync(text, brotliOptions),
  gzip: (text) => gzipSync(text, gzipOptions),
};

/** The most that is decompressed on this thread. Not Brotli: it fills its whole window, up to 16 MB, before it can be stopped. */
const maxTextAtOnce = 256 * 1024;
const decompressAtOnce: Readonly<Partial<Record<BodyEncoding, (bytes: Buffer, maxOutputLength: number) => Buffer>>> = {
  zstd: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { chunkSize, maxOutputLength, params: zstdWindow }),
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { chunkSize, maxOutputLength }),
};

/** How the body was compressed; null = not at all. Throws `unsupported_media_type` for any encoding not in `allowed`. */
export function encodingOf(request: Request, allowed: readonly BodyEncoding[]): BodyEncoding | null {
  const named = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (named === 'identity' || named === '') return null;
  const known = allowed.find((encoding) => encoding === named || (encoding === 'gzip' && named === 'x-gzip')); // RFC 9110, section 8.4.1.3
  if (known) return known;
  // RFC 9110, section 15.5.16: name the encodings that are accepted.
  request.res?.set('Accept-Encoding', allowed.length > 0 ? allowed.join(', ') : 'identity');
  throw new Problem(
    'unsupported_media_type',
    allowed.length > 0
      ? `The body may be compressed with ${allowed.join(', ')}.`
      : 'This endpoint does not accept compressed bodies.',
  );
}

/** Stops as soon as the output exceeds `maxBytes`. Throws `payload_too_large` and `bad_request`. */
export async function decompressed(bytes: Buffer, encoding: BodyEncoding, maxBytes: number): Promise<Buffer> {
  try {
    return decompressedHere(bytes, encoding, maxBytes) ?? (await decompress[encoding](bytes, maxBytes));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
    throw new Problem('bad_request', `The body is not valid ${encoding}, or is not complete.`);
  }
}

/** Null where the output is larger, or cannot be decoded: the asynchronous way handles that. */
function decompressedHere(bytes: Buffer, encoding: BodyEncoding, maxBytes: number): Buffer | null {
  if (bytes.length > maxBytesAtOnce) return null;
  try {
    return decompressAtOnce[encoding]?.(bytes, Math.min(maxBytes, maxTextAtOnce)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Ends the response with the text, compressed where the caller accepts that and it pays. Status and type are set before. A buffer must
 * own its memory (`Buffer.allocUnsafeSlow`) and is gone afterwards: the memory is freed at once, because the garbage collector sees
 * only small handles and would leave dozens of large buffers.
 */
export async function endWith(response: Response, text: string | Buffer<ArrayBuffer>): Promise<void> {
  response.vary('Accept-Encoding');
  const encoding = text.length < minBytes || response.req.method === 'HEAD' ? null : acceptedBy(response.req);
  if (encoding === null) return void response.end(text);
  const bytes = text.length > maxBytesAtOnce ? await compress[encoding](text) : compressAtOnce[encoding](text);
  if (typeof text !== 'string') text.buffer.transfer(0);
  if (response.destroyed) return;
  response.set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) }).end(bytes);
}

/** Our order of preference decides among those that are accepted. No Accept-Encoding header means no compression. */
function acceptedBy(request: Request): BodyEncoding | null {
  return encodings.find((encoding) => request.acceptsEncodings(encoding) === encoding) ?? null;
}
