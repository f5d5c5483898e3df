/** From an HTTP request to a handler's: authentication, permission, and validation against the row of the endpoint table. */
import * as z from 'zod';
import type { Request, Response } from 'express';
import { requirePermission, type Actor } from '../../../shared/model/access.ts';
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { takesIfMatch, takesKey, type Endpoint } from '../../../shared/rest/endpoint.ts';
import { invalid, parse, parseQuery } from '../../../shared/model/validation.ts';
import { requireAcceptable } from '../../http/accept.ts';
import type { HandlerRequest } from './handler-request.ts';
import { withCursorOpened } from './cursors.ts';
import { underOwnNames } from './aliases.ts';
import { guardOf, readTags } from '../../http/etag.ts';
import type { RestContext } from './rest-context.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { currentCaller, identify } from './identify.ts';
import { readJson } from '../../http/json-body.ts';
import { withPageSize } from './lists.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { requireStrictness } from './strictness.ts';
import { namedInHeader, unknownFields } from './unknown-fields.ts';
import { prefersStrict, tellUnknownParameters } from './unknown-parameters.ts';
import { isByLink } from './signed-urls.ts';

const limits = { maxBytes: 1024 * 1024, maxNodes: 50_000 };

export async function readRequest(
  endpoint: Endpoint,
  context: RestContext,
  request: Request,
  response: Response,
): Promise<HandlerRequest> {
  const query = new URLSearchParams(request.originalUrl.replace(/^[^?]*\??/, ''));
  const first = await identify(endpoint, context, request, response, query);
  requireAllowed(endpoint, first);
  // Once more after a body, which may come slowly: its token may have been revoked meanwhile.
  const identifyAgain = async (): Promise<Actor> => {
    const current = await currentCaller(endpoint, context, request, query);
    requireAllowed(endpoint, current);
    return current;
  };
  const isStrict = prefersStrict(request, response);
  tellUnknownParameters(endpoint, query, isStrict, response);
  const idempotencyKey = takesKey(endpoint) ? idempotencyKeyOf(request.get('idempotency-key')) : undefined;
  const tags = readTags(request, 'If-Match');
  const known = readTags(request, 'If-None-Match');
  // A 201 that belongs to a record, such as a worker's new card, changes that record.
  const takesGuard = takesIfMatch(endpoint) || endpoint.status === 201;
  if (typeof endpoint.reply !== 'string') requireAcceptable(request, 'application/json');
  if (request.method === 'PATCH') requirePatchType(request);
  const hasBody = endpoint.fields !== undefined || endpoint.body !== undefined;
  const sent = hasBody ? underOwnNames(endpoint, await readObject(request)) : {};
  const actor = hasBody ? await identifyAgain() : first;
  const unknown = unknownFields(endpoint, sent);
  await requireStrictness(context, actor, {
    unknown,
    isStrict,
    isUnguarded: tags === undefined && takesIfMatch(endpoint),
  });
  const ignored = namedInHeader(unknown);
  // So that typing errors surface (contract, Principles).
  if (ignored !== null) response.set('X-Ignored-Fields', ignored);
  const body: { readonly was?: unknown } = endpoint.body ? parse(endpoint.body, sent) : {};
  return {
    actor,
    author: { actor, origin: 'rest', requestId: requestIdOf(response) },
    params: request.params,
    query: await withCursorOpened(
      endpoint.query ? withPageSize(parseQuery(endpoint.query, joined(query)), query) : {},
      endpoint,
      context,
      actor.organisationId,
      request,
    ),
    body,
    sent,
    fields: picked(sent, memberNames(endpoint.fields)),
    was: isJsonObject(body.was) ? body.was : undefined,
    guard: (record) => (takesGuard ? guardOf(tags, record.rev) : {}),
    mustBeNew: endpoint.method === 'POST' && known === 'any',
    merges: request.method === 'PATCH' && Boolean(request.is('application/merge-patch+json')),
    idempotencyKey,
    incoming: request,
    identifyAgain,
  };
}

function requireAllowed(endpoint: Endpoint, actor: Actor): void {
  if (isByLink(actor)) return;
  if (endpoint.permission !== null) requirePermission(actor, endpoint.permission);
  if (endpoint.alsoReads) requirePermission(actor, endpoint.alsoReads);
  requireWholeOrganisation(endpoint, actor);
}

/** Most endpoints do not apply a token's project limits, so they refuse a limited token (contract, Sync). */
function requireWholeOrganisation({ withinProjects }: Endpoint, { projects }: Actor): void {
  if (!projects || withinProjects) return;
  throw new Problem('forbidden', 'This token is limited to projects: beside sync it may use few endpoints, not this.');
}

/** No body counts as an empty object: every member of an action may be absent. */
async function readObject(request: Request): Promise<JsonObject> {
  const received = await readJson(request, limits);
  const body = received === undefined ? {} : received;
  if (!isJsonObject(body)) throw invalid([{ pointer: '#', code: 'invalid_type', detail: 'must be an object' }]);
  return body;
}

/** A repeated parameter counts as a list of its values. */
function joined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

function memberNames(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function picked(sent: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(sent, name)).map((name) => [name, sent[name]]));
}

/** Other patch formats have another meaning. */
function requirePatchType(request: Request): void {
  if (request.get('content-type') !== undefined && !request.is(['application/json', 'application/merge-patch+json']))
    throw new Problem(
      'unsupported_media_type',
      'The content type of a PATCH must be application/merge-patch+json or application/json.',
    );
}
