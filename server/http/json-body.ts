/** Reads a JSON body: UTF-8, of limited size, depth and number of parts (contract, REST). An absent body is `undefined`. */
import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { decompressed, encodingOf, type BodyEncoding } from './body-encoding.ts';
import { firstSyntaxError } from './json-syntax.ts';
import { requireSound, scanJson, type JsonLimits } from './json-guard.ts';

export interface BodyLimits extends Omit<JsonLimits, 'maxDepth'> {
  /** Of the body as it arrives, and after decompression. */
  readonly maxBytes: number;
  /** Default 32. */
  readonly maxDepth?: number;
  /** Default none. */
  readonly encodings?: readonly BodyEncoding[];
  /** Told the size after decompression; may refuse the body by throwing. */
  readonly onBytes?: (bytes: number) => void;
}

export async function readJson(
  request: Request,
  { maxBytes, maxDepth = 32, encodings = [], onBytes, ...limits }: BodyLimits,
): Promise<unknown> {
  const received = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof Problem ? error : new Problem('bad_request', 'The body is not complete.');
  });
  if (received.length === 0) return undefined;
  const encoding = encodingOf(request, encodings);
  requireJson(request);
  const bytes = encoding === null ? received : await decompressed(received, encoding, maxBytes);
  onBytes?.(bytes.length);
  return parseJson(bytes, { ...limits, maxDepth });
}

/** Throws `malformed_json`, and what `scanJson` throws. */
export function parseJson(bytes: Buffer, limits: JsonLimits): unknown {
  const text = decode(bytes);
  const members = scanJson(bytes, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('malformed_json', `The body is not JSON: ${firstSyntaxError(text)}.`);
  }
  requireSound(value, members);
  return value;
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): Problem => new Problem('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length; // no encoding is set, so chunks are Buffers
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  if (size <= maxBytes) return Buffer.concat(chunks);
  // Discard the rest, so that the caller can read the response on this connection.
  request.resume();
  throw tooLarge();
}

/** A body without a content type is read as JSON. */
function requireJson(request: Request): void {
  const type = request.headers['content-type'];
  if (type === undefined) return;
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!request.is(['application/json', 'application/*+json']) || !/^utf-?8$/.test(charset))
    throw new Problem('unsupported_media_type', 'The content type must be application/json in UTF-8.');
}

/** Without a byte order mark, which some editors write. */
function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Problem('malformed_json', 'The body is not UTF-8.');
  return bytes.toString('utf8', bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0);
}

const byteOrderMark = Buffer.from('\ufeff');
