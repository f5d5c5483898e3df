/**
 * Keyset cursors (contract, REST, R53): the position after which the next page of a list begins, signed with the server's key for this
 * very list. Handlers read and write the position as JSON; only the wire has the signature.
 */
import type { Request } from 'express';
import { isJsonObject } from '../../../shared/base/json.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { isSame, sign } from '../../auth/crypto.ts';
import { invalid } from '../../../shared/model/validation.ts';
import type { Place } from '../../store/records/record-lists.ts';
import type { HandlerRequest } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';

/** The next page by its number, and in lists of records by the last row of the previous page. */
export interface Position {
  readonly page: number;
  readonly perPage: number;
  readonly after?: Place | undefined;
}

export function writePosition(position: Position): string {
  return JSON.stringify(position);
}

export function readPosition(text: string | undefined): Position | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Position); // verified below, so writePosition wrote it
}

/** The query as a handler reads it: with the page that a cursor leads to. Throws where the cursor is not of this very list. */
export function withCursorOpened<Query>(
  query: Query,
  endpoint: Endpoint,
  context: RestContext,
  organisationId: string,
  request: Request,
): Query {
  if (!isJsonObject(query) || typeof query['cursor'] !== 'string') return query;
  const sent = new URLSearchParams(request.originalUrl.split('?')[1]);
  if (sent.has('page')) throw refused('page_and_cursor', 'must not be combined with page');
  const text = opened(query['cursor'], bindingOf(endpoint, context, organisationId, request));
  const position = readPosition(text);
  if (text === undefined || position === undefined)
    throw refused('invalid_cursor', 'must be the next_cursor of this list, with the same filters and order');
  if (sent.has('per_page') && query['per_page'] !== position.perPage)
    throw refused(
      'invalid_cursor',
      `must be sent with the page size that it began with, ${position.perPage}, or with none`,
    );
  return { ...query, page: position.page, per_page: position.perPage, cursor: text };
}

/** The response body with a signed `next_cursor`. */
export function withCursorSealed(
  body: unknown,
  endpoint: Endpoint,
  context: RestContext,
  request: HandlerRequest,
): unknown {
  const meta = isJsonObject(body) ? body['meta'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(meta) || typeof meta['next_cursor'] !== 'string') return body;
  const binding = bindingOf(endpoint, context, request.actor.organisationId, request.incoming);
  return { ...body, meta: { ...meta, next_cursor: sealed(meta['next_cursor'], binding) } };
}

interface Binding {
  readonly key: Uint8Array;
  readonly list: string;
}

/** What identifies a list: organisation, path, and the values of all parameters that the endpoint knows. */
function bindingOf(
  { query }: Endpoint,
  { signingKey: key }: RestContext,
  organisationId: string,
  request: Request,
): Binding {
  const sent = new URLSearchParams(request.originalUrl.split('?')[1]);
  const filters = Object.keys(query?.shape ?? {})
    .filter((name) => !['page', 'per_page', 'cursor'].includes(name) && sent.has(name))
    .toSorted()
    .map((name) => [name, ...sent.getAll(name)]);
  return { key, list: JSON.stringify(['cursor', organisationId, request.baseUrl + request.path, filters]) };
}

function sealed(text: string, binding: Binding): string {
  const place = Buffer.from(text).toString('base64url');
  return `${place}.${seal(place, binding)}`;
}

function opened(cursor: string, binding: Binding): string | undefined {
  const [place = '', given = '', ...more] = cursor.split('.');
  const isOurs = more.length === 0 && isSame(given, seal(place, binding));
  return isOurs ? Buffer.from(place, 'base64url').toString() : undefined;
}

function seal(place: string, { key, list }: Binding): string {
  return sign(key, `${list}\n${place}`).slice(0, 32);
}

function refused(code: string, detail: string): Problem {
  return invalid([{ parameter: 'cursor', code, detail }]);
}
