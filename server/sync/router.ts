/** The sync door: `/api/v1/sync/hello`, `push`, `pull` and `blobs` (see shared/sync/sync.ts). */
import express, { type Request, type Router } from 'express';
import { requirePermission, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { limits, messages, nextCursorHeader } from '../../shared/sync/sync.ts';
import type { SyncContext } from './sync-context.ts';
import { endWith } from '../http/body-encoding.ts';
import { readJson } from '../http/json-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { fileState, takeFile } from './blobs.ts';
import { bodyLimits, handlers } from './messages.ts';
import { quotaOf, spend } from './rates.ts';

const limitsOfBody = { ...bodyLimits, maxBytes: limits.max_push_bytes, encodings: ['gzip', 'br', 'zstd'] } as const;

/** Longer headers may not pass every proxy; the cursor of a token with very many projects is longer. */
const maxCursorInHead = 2048;

export function syncRouter(context: SyncContext): Router {
  const router = express.Router();
  const actorOf = async (request: Request): Promise<Actor> => {
    const actor = await context.authenticate(
      { authorization: request.headers.authorization },
      context.addressOf(request),
    );
    requirePermission(actor, 'sync');
    return actor;
  };

  for (const message of messages)
    router.post(`/${message}`, async (request, response) => {
      // Before the body is read: a caller without access learns that first.
      const actor = await actorOf(request);
      spend(context, actor, quotaOf[message]);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const reply = await handlers[message](context, {
        // Again after the body, which may come slowly: its token may have been revoked meanwhile.
        identify: () => actorOf(request),
        requestId: requestIdOf(response),
        body: await bodyOf(request, (bytes) => spend(context, actor, 'bytes', bytes)),
        ended: AbortSignal.any([gone.signal, context.closing]),
      });
      if (response.destroyed) return;
      // In a header, so that a device can request the next page while it reads this one.
      if (reply.next && reply.next.length <= maxCursorInHead) response.set(nextCursorHeader, reply.next);
      await endWith(response.type('application/json'), reply.json);
    });
  router.get('/blobs/:sha256', async (request, response) => {
    const actor = await actorOf(request);
    spend(context, actor, 'file');
    response.json(await fileState(context, actor, request.params['sha256'], requestIdOf(response)));
  });
  router.put('/blobs/:sha256', async (request, response) => {
    const actor = await actorOf(request);
    spend(context, actor, 'file');
    response.json(await takeFile(context, actor, request, response, () => actorOf(request)));
  });
  return router;
}

/** The problem of a body that is too large names the limits, for the device that sends it again in parts. */
async function bodyOf(request: Request, onBytes: (bytes: number) => void): Promise<unknown> {
  try {
    return await readJson(request, { ...limitsOfBody, onBytes });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'payload_too_large') throw error;
    throw new Problem(error.code, error.detail, { members: { limits } });
  }
}
