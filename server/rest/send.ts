/** From a handler's answer to the response: JSON, a file, or nothing. */
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Endpoint } from '../../shared/rest-endpoint.ts';
import type { Answer, FileBody } from './call.ts';

export async function send(endpoint: Endpoint, answer: Answer<unknown>, response: Response): Promise<void> {
  const { body, revision, status = endpoint.status, location, headers } = answer;
  response.status(status);
  if (revision !== undefined) response.set('ETag', `"r${revision}"`);
  if (location !== undefined) response.set('Location', location);
  if (headers) response.set(headers);
  if (endpoint.reply === 'nothing') response.end();
  else if (endpoint.reply === 'file') await sendFile(body as FileBody, response); // the table says so, and the handler's type with it
  else response.set('Content-Type', 'application/json; charset=utf-8').end(JSON.stringify(body));
}

async function sendFile(
  { stream, size, mediaType, sha256, name, disposition }: FileBody,
  response: Response,
): Promise<void> {
  response.set({
    'Content-Type': mediaType,
    'Content-Length': String(size),
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replaceAll("'", '%27')}`,
    ETag: `"${sha256}"`,
  });
  if (response.req.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(stream, response);
  } catch (error) {
    // Whoever downloads may hang up; anything else is for the log.
    if (
      !response.destroyed ||
      !(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    )
      throw error;
  }
}
