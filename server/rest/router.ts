/** The REST door: binds each row of the endpoint table to its handler. */
import express, { type RequestHandler, type Router } from 'express';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import type { HandlerResult, HandlerRequest } from './request/handler-request.ts';
import { withCursorSealed } from './request/cursors.ts';
import { deprecationHeaders } from '../http/deprecation.ts';
import { handlers, slow } from './handlers.ts';
import type { RestContext } from './request/rest-context.ts';
import { withIdempotency } from './request/idempotency.ts';
import { requireContractorAccess } from './request/contractor-access.ts';
import { pageLinks } from './request/page-links.ts';
import { otherMethod } from '../http/problems.ts';
import { readRequest } from './request/read-request.ts';
import { send } from './request/send.ts';
import { refuseUnknown } from './request/strictness.ts';
import { unknownFields } from './request/unknown-fields.ts';

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
  // The row that types this handler also decides how its request is read.
  const answer = handlers[name] as (request: HandlerRequest, context: RestContext) => Promise<HandlerResult<unknown>>;
  // Within the idempotency of the request: its key is looked at first.
  const handle: typeof answer = async (request, inside) => {
    // Fields of the reply too: what it says of a new thing is no answer to what was asked.
    if (endpoint.refusesUnknown) refuseUnknown(unknownFields({ ...endpoint, reply: 'nothing' }, request.sent));
    return await answer(request, inside);
  };
  const deprecation = deprecationHeaders(endpoint);
  return async (incoming, response) => {
    if (deprecation) response.set(deprecation);
    const request = await readRequest(endpoint, context, incoming, response);
    await requireContractorAccess(endpoint, request, context);
    const result = slow.has(name)
      ? await handle(request, context)
      : await withIdempotency(request, context, (atomically) => atomically((inside) => handle(request, inside)));
    const body = await withCursorSealed(result.body, endpoint, context, request);
    for (const [header, value] of Object.entries(pageLinks(request, context, body))) response.append(header, value);
    await send(endpoint, { ...result, body }, response);
  };
}

/** Sorted so that `…/sections/reorder` comes before `…/sections/{id}`: a brace sorts after every letter. */
function namesByPath(): [string, EndpointName[]][] {
  const names = Object.keys(endpoints) as EndpointName[]; // the keys of the very object that the type is taken from
  const byPath = Map.groupBy(names, (name) => endpoints[name].path as string);
  return [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** A PUT changes only the fields that are sent, which is what PATCH means: both methods work (contract, REST). */
function methodsOf(name: EndpointName): readonly (keyof typeof verbs)[] {
  const { method, fields }: Endpoint = endpoints[name];
  return method === 'PUT' && fields ? ['PUT', 'PATCH'] : [method];
}
