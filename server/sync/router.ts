/** The doors of the sync protocol: `/api/v1/sync/hello`, `push` and `pull` (see shared/sync.ts). */
import express, { type Request, type Response, type Router } from 'express';
import { requirePermission, type Actor } from '../../shared/access.ts';
import { limits } from '../../shared/sync.ts';
import type { RestHouse } from '../rest/house.ts';
import { jsonBody } from '../rest/json-body.ts';
import { requestIdOf } from '../rest/request-id.ts';
import type { Wake } from '../wake.ts';
import { hello } from './hello.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';

/** `closing` ends long polls with what there is: a server that stops keeps nobody waiting. */
export function syncRouter(house: RestHouse, wake: Wake, closing: AbortSignal): Router {
  const router = express.Router();
  const body = jsonBody(limits.max_push_bytes);
  const actorOf = async (request: Request): Promise<Actor> => {
    const actor = await house.authenticate(request.headers.authorization, request.socket.remoteAddress);
    requirePermission(actor, 'sync');
    return actor;
  };

  router.post('/hello', body, async (request, response) => {
    send(response, JSON.stringify(await hello(house.ground, await actorOf(request), request.body)));
  });
  router.post('/push', body, async (request, response) => {
    const author = { actor: await actorOf(request), door: 'device', requestId: requestIdOf(response) } as const;
    send(response, await push(house.ground, author, request.body, house.baseUrl()));
  });
  router.post('/pull', body, async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ending = AbortSignal.any([gone.signal, closing]);
    const text = await pull(house.ground, wake, () => actorOf(request), request.body, ending);
    if (!response.destroyed) send(response, text);
  });
  return router;
}

function send(response: Response, text: string): void {
  response.type('application/json').send(text);
}
