/**
 * Keyset cursors (contract, REST, R53): the position after which the next page of a list begins, sealed for this very
 * list and this history. Handlers read and write the position as JSON; only the wire has the rest.
 */
import type { Request } from 'express';
import { isJsonObject } from '../../../shared/base/json.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { invalid } from '../../../shared/model/validation.ts';
import { historyPointOf, openCursor, requireHistory, sealCursor } from '../../http/history.ts';
import { readFeed } from '../../store/records/feed.ts';
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

/** The query as a handler reads it: with the page that a cursor leads to. Throws where the cursor is not of this very list and history. */
export async function withCursorOpened<Query>(
  query: Query,
  endpoint: Endpoint,
  context: RestContext,
  organisationId: string,
  request: Request,
): Promise<Query> {
  if (!isJsonObject(query) || typeof query['cursor'] !== 'string') return query;
  const sent = new URLSearchParams(request.originalUrl.split('?')[1]);
  if (sent.has('page')) throw refused('page_and_cursor', 'must not be combined with page');
  const use = listOf(endpoint, organisationId, request);
  const opened = openCursor(query['cursor'], context.signingKey, use);
  const [text, seq, head] = opened === undefined ? [] : (JSON.parse(opened) as SealedPosition); // verified, so written below
  const position = readPosition(text);
  if (seq === undefined || head === undefined || position === undefined)
    throw refused('invalid_cursor', 'must be the next_cursor of this list, with the same filters and order');
  if (sent.has('per_page') && query['per_page'] !== position.perPage)
    throw refused(
      'invalid_cursor',
      `must be sent with the page size that it began with, ${position.perPage}, or with none`,
    );
  await requireHistory(context.store.db, organisationId, { seq, head });
  return { ...query, page: position.page, per_page: position.perPage, cursor: text };
}

/** The response body with a sealed `next_cursor`. */
export async function withCursorSealed(
  body: unknown,
  endpoint: Endpoint,
  context: RestContext,
  request: HandlerRequest,
): Promise<unknown> {
  const meta = isJsonObject(body) ? body['meta'] : undefined;
  if (!isJsonObject(body) || !isJsonObject(meta) || typeof meta['next_cursor'] !== 'string') return body;
  const { organisationId } = request.actor;
  const { seq, head } = historyPointOf(await readFeed(context.store.db, organisationId));
  const position: SealedPosition = [meta['next_cursor'], seq, head];
  const use = listOf(endpoint, organisationId, request.incoming);
  return { ...body, meta: { ...meta, next_cursor: sealCursor(JSON.stringify(position), context.signingKey, use) } };
}

/** The handler's position, and a point of the history. */
type SealedPosition = readonly [position: string, seq: number, head: string];

/** What identifies a list: organisation, path, and the values of all parameters that the endpoint knows. */
function listOf({ query }: Endpoint, organisationId: string, request: Request): string {
  const sent = new URLSearchParams(request.originalUrl.split('?')[1]);
  const filters = Object.keys(query?.shape ?? {})
    .filter((name) => !['page', 'per_page', 'cursor'].includes(name) && sent.has(name))
    .toSorted()
    .map((name) => [name, ...sent.getAll(name)]);
  return JSON.stringify(['cursor', organisationId, request.baseUrl + request.path, filters]);
}

function refused(code: string, detail: string): Problem {
  return invalid([{ parameter: 'cursor', code, detail }]);
}
