/** What all doors of the API share: request ids, security headers, CORS, refusal while closing, and problem bodies. */
import express, { type RequestHandler, type Router } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { cors } from './cors.ts';
import type { HttpContext } from './http-context.ts';
import { otherMethod, problemAnswers, unknownRoute } from './problems.ts';
import { requestIds } from './request-id.ts';

/** `doorsByPath` = a router for each protocol, asked in order. Every other path is a 404. */
export function apiRouter(context: HttpContext, doorsByPath: Readonly<Record<string, Router>>): Router {
  const router = express.Router();
  router.use(
    requestIds(context.newId),
    safeHeaders,
    cors(context.corsOrigins),
    refuseTrace,
    rejectWhileClosing(context.closing),
  );
  for (const [path, door] of Object.entries(doorsByPath)) router.use(path, door);
  router.use(unknownRoute, problemAnswers(context));
  return router;
}

const safeHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    Vary: 'Authorization, Accept',
  });
  next();
};

/** TRACE would echo the request, token included. */
const refuseTrace: RequestHandler = (request, response, next) => {
  if (request.method === 'TRACE')
    otherMethod(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(request, response, next);
  else next();
};

/** For connections that were open before the server began to stop. */
function rejectWhileClosing(closing: AbortSignal): RequestHandler {
  return (_request, response, next) => {
    if (!closing.aborted) return next();
    response.set('Connection', 'close');
    throw new Problem('unavailable', 'The server is stopping; try again in a moment.');
  };
}
