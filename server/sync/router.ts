/** The sync door: `/api/v1/sync/hello`, `push`, `pull` and `blobs` (see shared/sync/sync.ts). */
import express, { type Request, type Response, type Router } from 'express';
import { requirePermission, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { limits, nextCursorHeader } from '../../shared/sync/sync.ts';
import type { SyncContext } from './sync-context.ts';
import { endWith } from '../http/body-encoding.ts';
import { readJson } from '../http/json-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { fileState, takeFile } from './blobs.ts';
import { hello } from './hello.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';

const bodyLimits = {
  maxBytes: limits.max_push_bytes,
  maxNodes: limits.max_push_parts,
  maxMembers: limits.max_push_members,
  maxDepth: limits.max_push_levels,
  isDivisible: true,
  encodings: ['gzip', 'br', 'zstd'],
} as const;

/** Longer headers may not pass every proxy; the cursor of a token with very many projects is longer. */
const maxCursorInHead = 2048;

export function syncRouter(context: SyncContext): Router {
  const router = express.Router();
  const actorOf = async (request: Request): Promise<Actor> => {
    const actor = await context.authenticate(request.headers.authorization, request.socket.remoteAddress);
    requirePermission(actor, 'sync');
    return actor;
  };

  // Authenticate first: a caller without access learns that before the body is read.
  router.post('/hello', async (request, response) => {
    const actor = await actorOf(request);
    await send(response, JSON.stringify(await hello(context.commitContext, actor, await bodyOf(request))));
  });
  router.post('/push', async (request, response) => {
    const author = { actor: await actorOf(request), origin: 'sync', requestId: requestIdOf(response) } as const;
    await send(response, await push(context.commitContext, author, await bodyOf(request), context.baseUrl()));
  });
  router.post('/pull', async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ending = AbortSignal.any([gone.signal, context.closing]);
    const now = actorOf(request);
    const actors = [now]; // authenticated again after a long poll
    await now;
    const body = await bodyOf(request);
    const reply = await pull(context, () => actors.pop() ?? actorOf(request), body, ending);
    if (response.destroyed) return;
    // In a header, so that a device can request the next page while it reads this one.
    if (reply.next !== null && reply.next.length <= maxCursorInHead) response.set(nextCursorHeader, reply.next);
    await send(response, reply.body);
  });
  router.get('/blobs/:sha256', async (request, response) => {
    const state = await fileState(context, await actorOf(request), request.params['sha256'], requestIdOf(response));
    response.set({ 'Upload-Offset': String(state.received), 'Upload-Complete': state.complete ? '?1' : '?0' });
    response.json(state);
  });
  router.put('/blobs/:sha256', async (request, response) => {
    response.json(await takeFile(context, await actorOf(request), request, response));
  });
  return router;
}

/** The problem of a body that is too large names the limits, for the device that sends it again in parts. */
async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await readJson(request, bodyLimits);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'payload_too_large') throw error;
    throw new Problem(error.code, error.detail, { members: { limits } });
  }
}

async function send(response: Response, text: string | Buffer<ArrayBuffer>): Promise<void> {
  await endWith(response.type('application/json'), text);
}
