/** Sends the result of a handler: JSON, a file, nothing, or 304 where the caller already has it. */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { requireAcceptable } from '../../http/accept.ts';
import type { HandlerResult, FileBody } from './handler-request.ts';
import { endWith } from '../../http/body-encoding.ts';
import { isKnown, readTags, strongTag, weakTag } from '../../http/etag.ts';

export async function send(endpoint: Endpoint, result: HandlerResult<unknown>, response: Response): Promise<void> {
  const { body, status = endpoint.status, location, headers } = result;
  response.status(status);
  if (location !== undefined) response.set('Location', location);
  if (headers) response.set(headers);
  if (endpoint.reply === 'file') await sendFile(body as FileBody, response); // the table says so, and the handler's type with it
  else if (endpoint.reply === 'nothing') response.end();
  else await sendJson(endpoint, result, response);
}

/** A response with a strong ETag is never compressed, because the tag identifies its bytes; lists, the large ones, have weak tags. */
async function sendJson(
  { method }: Endpoint,
  { body, revision, beside }: HandlerResult<unknown>,
  response: Response,
): Promise<void> {
  const text = JSON.stringify(body);
  const etag = revision === undefined ? (method === 'GET' ? weakTag(text) : undefined) : strongTag(revision, beside);
  const unchanged = method === 'GET' && etag !== undefined && isUnchanged(etag, response);
  if (etag !== undefined) response.set('ETag', etag);
  if (unchanged) return void response.status(304).end();
  response.set('Content-Type', 'application/json; charset=utf-8');
  if (revision === undefined && response.get('Cache-Control') !== 'no-store') await endWith(response, text);
  else response.end(text);
}

/** A response that may not be stored is never unchanged: its secret is different each time. */
function isUnchanged(etag: string, response: Response): boolean {
  return response.get('Cache-Control') !== 'no-store' && isKnown(readTags(response.req, 'If-None-Match'), etag);
}

async function sendFile(
  { stream, size, compare, mediaType, sha256, name, disposition }: FileBody,
  response: Response,
): Promise<void> {
  const etag = `"${sha256}"`;
  try {
    requireAcceptable(response.req, mediaType);
    if (isUnchanged(etag, response)) return void response.set('ETag', etag).status(304).end();
    await compare(); // before anything is sent: a damaged file is an error, never half a file
    response.set({
      ETag: etag,
      'Content-Type': mediaType,
      'Content-Length': String(size),
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')}`,
    });
    if (response.req.method === 'HEAD') return void response.end();
    await pipeline(stream, response);
  } catch (error) {
    // The client may disconnect; any other error goes to the log.
    if (
      !response.destroyed ||
      !(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    )
      throw error;
  } finally {
    stream.destroy();
  }
}
