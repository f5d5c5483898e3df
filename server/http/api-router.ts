/** What all doors of the API share: CORS, and refusal while closing. */
import express, { type RequestHandler, type Router } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { cors } from './cors.ts';
import type { HttpContext } from './http-context.ts';

/** `doors` = a router for each protocol, with its path, asked in order. */
export function apiRouter(context: HttpContext, doors: readonly (readonly [path: string, Router])[]): Router {
  const router = express.Router();
  router.use(cors(context.corsOrigins), rejectWhileClosing(context.closing));
  for (const [path, door] of doors) router.use(path, door);
  return router;
}

/** For connections that were open before the server began to stop. */
function rejectWhileClosing(closing: AbortSignal): RequestHandler {
  return (_request, response, next) => {
    if (!closing.aborted) return next();
    response.set('Connection', 'close');
    throw new Problem('unavailable', 'The server is stopping; try again in a moment.');
  };
}
