/** REST, bound from the endpoint table in one place: read the call, ask its handler, send the answer, or the problem. */
import express, { type RequestHandler, type Router } from 'express';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import type { HandlerResult, HandlerRequest } from './request/handler-request.ts';
import { withCursorSealed } from './request/cursors.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { handlers, slow } from './handlers.ts';
import type { RestContext } from './request/rest-context.ts';
import { withIdempotency } from './request/idempotency.ts';
import { requireOwnPart } from './request/contractor-access.ts';
import { pageLinks } from './request/page-links.ts';
import { otherMethod } from '../http/problems.ts';
import { readCall } from './request/read-request.ts';
import { send } from './request/send.ts';

export function restRouter(context: RestContext): Router {
  const router = express.Router();
  for (const [path, names] of namesByPath()) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const name of names) for (const method of methodsOf(name)) route[verbs[method]](serve(name, context));
    const allowed = names.flatMap(methodsOf);
    route.all(otherMethod(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))));
  }
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
      : await withIdempotency(call, context, (atomically) => atomically((inside) => handle(call, inside)));
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
