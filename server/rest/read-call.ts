/** From a request to the call that a handler is given: who asks, may they, and is what they sent what the table says. */
import * as z from 'zod';
import type { Request, Response } from 'express';
import { allows, type Actor } from '../../shared/access.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { Problem } from '../../shared/problem.ts';
import type { Endpoint } from '../../shared/rest-endpoint.ts';
import { invalid, parse, parseQuery } from '../../shared/validation.ts';
import type { Call } from './call.ts';
import type { RestHouse } from './house.ts';
import { readJson } from './json-body.ts';
import { readLink } from './links.ts';
import { requestIdOf } from './request-id.ts';

const limits = { maxBytes: 1024 * 1024, maxNodes: 50_000 };

export async function readCall(
  endpoint: Endpoint,
  house: RestHouse,
  request: Request,
  response: Response,
): Promise<Call> {
  const query = new URLSearchParams(request.originalUrl.replace(/^[^?]*\??/, ''));
  const actor =
    (endpoint.signed && readLink(house, request.baseUrl + request.path, query)) ||
    (await house.authenticate(request.headers.authorization));
  requirePermission(actor, endpoint);
  const sent = endpoint.fields || endpoint.body ? await readObject(request) : {};
  nameIgnored(endpoint, sent, response);
  return {
    actor,
    author: { actor, door: 'office', requestId: requestIdOf(response) },
    params: request.params,
    query: endpoint.query ? parseQuery(endpoint.query, joined(query)) : {},
    body: endpoint.body ? parse(endpoint.body, sent) : {},
    fields: picked(sent, memberNames(endpoint.fields)),
    precondition: preconditionOf(request.get('if-match')),
    request,
  };
}

function requirePermission({ role }: Actor, { permission }: Endpoint): void {
  if (!allows(role, permission))
    throw new Problem('forbidden', `The role “${role}” lacks ${permission}.`, { members: { permission } });
}

/** No body at all is an empty one: every member of an action may be absent. */
async function readObject(request: Request): Promise<JsonObject> {
  const body = (await readJson(request, limits)) ?? {};
  if (!isJsonObject(body)) throw invalid([{ pointer: '#', code: 'invalid_type', detail: 'must be an object' }]);
  return body;
}

/** A parameter that stands more than once counts as a list of its values. */
function joined(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

/** What every record shows and no caller sets. */
const readOnly = [
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'revision',
  'organisation_id',
  'document_id',
  'position',
  'sort_key',
];

/** Typing errors surface: members that mean nothing here are named in the answer (contract section 0, rule 4). */
function nameIgnored({ fields, body, reply }: Endpoint, sent: JsonObject, response: Response): void {
  const shown = typeof reply === 'string' ? [] : memberNames(reply);
  const known = new Set([...readOnly, ...memberNames(fields), ...memberNames(body), ...shown]);
  const ignored = Object.keys(sent).filter((name) => !known.has(name));
  if (ignored.length > 0)
    response.set(
      'X-Ignored-Fields',
      ignored
        .slice(0, 20)
        .map((name) => encodeURIComponent(name.toWellFormed().slice(0, 64)))
        .join(', '),
    );
}

function memberNames(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function picked(sent: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(sent, name)).map((name) => [name, sent[name]]));
}

/** `"r17"` names a revision, `*` any; what is neither names none that ever stood, so it never matches. */
function preconditionOf(ifMatch: string | undefined): Call['precondition'] {
  if (ifMatch === undefined || ifMatch.trim() === '*') return {};
  return { expectRev: Number(/^"r(\d{1,15})"$/.exec(ifMatch.trim())?.[1] ?? -1) };
}
