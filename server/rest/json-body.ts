/** Reads a JSON body: UTF-8, of limited size, depth and number of parts (contract, REST). An absent body is `undefined`. */
import type { Request, RequestHandler } from 'express';
import { Problem } from '../../shared/problem.ts';
import { guardJson } from './json-guard.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Values in all, counted together. */
  readonly maxNodes: number;
}

/** Puts the parsed body into `request.body`; as many parts as fit in the size. */
export function jsonBody(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    request.body = await readJson(request, { maxBytes, maxNodes: maxBytes });
    next();
  };
}

export async function readJson(request: Request, { maxBytes, maxNodes }: BodyLimits): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof Problem ? error : new Problem('bad_request', 'The body broke off.');
  });
  if (bytes.length === 0) return undefined;
  requireJson(request);
  const text = decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
  guardJson(text, maxNodes);
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
  // Poured away, so that the caller gets to read the answer on this connection.
  request.resume();
  throw tooLarge();
}

/** A body that names no type at all is read as JSON. */
function requireJson(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    throw new Problem('unsupported_media_type', 'Compressed bodies are not read here.');
  const type = request.headers['content-type'];
  if (type === undefined) return;
  const [media = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const isJson = media === 'application/json' || /^application\/[\w.-]+\+json$/.test(media);
  if (!isJson || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8'))
    throw new Problem('unsupported_media_type', 'The body must be application/json in UTF-8.');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed_json', 'The body is not UTF-8.');
  }
}
