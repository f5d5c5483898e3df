/** REST, bound from the endpoint table in one place: read the call, ask its handler, send the answer, or the problem. */
import express, { type RequestHandler, type Router } from 'express';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { HandlerResult, HandlerRequest } from './request/handler-request.ts';
import { cors } from '../http/cors.ts';
import { withCursorSealed } from './request/cursors.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { handlers, slow } from './handlers.ts';
import type { RestContext } from './request/rest-context.ts';
import { once } from './request/idempotency.ts';
import { requireOwnPart } from './request/contractor-access.ts';
import { pageLinks } from './request/page-links.ts';
import { otherMethod, problemAnswers, unknownRoute } from '../http/problems.ts';
import { readCall } from './request/read-request.ts';
import { requestIds } from '../http/request-id.ts';
import { send } from './request/send.ts';

/** `beside` = other doors by their path, which share request ids, headers and problem answers. Every other path is a 404. */
export function restRouter(context: RestContext, beside: Readonly<Record<string, Router>> = {}): Router {
  const router = express.Router();
  router.use(
    requestIds(context.commitContext.newId),
    safeHeaders,
    cors(context.corsOrigins),
    refuseTrace,
    rejectWhileClosing(context),
  );
  for (const [path, names] of namesByPath()) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const name of names) for (const method of methodsOf(name)) route[verbs[method]](serve(name, context));
    const allowed = names.flatMap(methodsOf);
    route.all(otherMethod(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))));
  }
  for (const [path, door] of Object.entries(beside)) router.use(path, door);
  router.use(unknownRoute, problemAnswers(context));
  return router;
}

function serve(name: EndpointName, context: RestContext): RequestHandler {
  const endpoint: Endpoint = endpoints[name];
  // The row that types this handler is the row by which its call is read.
  const handle = handlers[name] as (call: HandlerRequest, context: RestContext) => Promise<HandlerResult<unknown>>;
  const deprecation = deprecationHeaders(endpoint);
  return async (request, response) => {
    if (deprecation) response.set(deprecation);
    const call = await readCall(endpoint, context, request, response);
    await requireOwnPart(endpoint, call, context);
    const answer = slow.has(name)
      ? await handle(call, context)
      : await once(call, context, (atomically) => atomically((inside) => handle(call, inside)));
    const body = withCursorSealed(answer.body, endpoint, context, call);
    for (const [header, value] of Object.entries(pageLinks(call, context, body))) response.append(header, value);
    await send(endpoint, { ...answer, body }, response);
  };
}

/** Sorted, so that `…/sections/reorder` comes before `…/sections/{id}`: a brace sorts after every letter. */
function namesByPath(): [string, EndpointName[]][] {
  const names = Object.keys(endpoints) as EndpointName[]; // the keys of the very object that the type is taken from
  const byPath = Map.groupBy(names, (name) => endpoints[name].path as string);
  return [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** A PUT of fields changes those that are sent, which is what PATCH means: both are taken (contract, REST). */
function methodsOf(name: EndpointName): readonly (keyof typeof verbs)[] {
  const { method, fields }: Endpoint = endpoints[name];
  return method === 'PUT' && fields ? ['PUT', 'PATCH'] : [method];
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

/** It would send back what the request brought, token and all. */
const refuseTrace: RequestHandler = (request, response, next) => {
  if (request.method === 'TRACE')
    otherMethod(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(request, response, next);
  else next();
};

/** On a connection that was open before the server began to stop. */
function rejectWhileClosing({ isClosing }: RestContext): RequestHandler {
  return (_request, response, next) => {
    if (!isClosing()) return next();
    response.set('Connection', 'close');
    throw new Problem('unavailable', 'The server is stopping; ask again in a moment.');
  };
}
