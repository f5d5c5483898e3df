/**
 * The Link header of a paged list (RFC 8288; contract, REST): first, prev, next and last, each with the filters of the list. A request
 * with a cursor gets a next link with a cursor, and no prev or last; one with `updated_since` gets a next link with a cursor.
 */
import { isJsonObject } from '../../../shared/base/json.ts';
import type { HandlerRequest } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';

/** Empty for a single resource, and for a list that is complete because no page size was requested. */
export function pageLinks(
  { query, incoming: request }: HandlerRequest,
  context: RestContext,
  body: unknown,
): Readonly<Record<string, string>> {
  const isPaged = isJsonObject(query) && query['per_page'] !== undefined;
  const meta = isJsonObject(body) && isJsonObject(body['meta']) ? body['meta'] : {};
  const { current_page: current, last_page: last, next_cursor: next } = meta;
  if (!isPaged || typeof current !== 'number' || typeof last !== 'number') return {};
  const [path = '', search = ''] = request.originalUrl.split('?');
  const link = (rel: string, to: { readonly page: number } | { readonly cursor: string }): string => {
    const parameters = new URLSearchParams(search);
    for (const name of ['page', 'cursor']) parameters.delete(name);
    for (const [name, value] of Object.entries(to)) parameters.set(name, String(value));
    return `<${context.baseUrl()}${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  // Rows of a list by last change move while it is read; a cursor stays where it is.
  const leads = query['updated_since'] !== undefined;
  const links =
    query['cursor'] === undefined
      ? [
          link('first', { page: 1 }),
          ...(current > 1 ? [link('prev', { page: Math.min(current - 1, last) })] : []),
          ...(current < last
            ? [link('next', leads && typeof next === 'string' ? { cursor: next } : { page: current + 1 })]
            : []),
          link('last', { page: last }),
        ]
      : [link('first', { page: 1 }), ...(typeof next === 'string' ? [link('next', { cursor: next })] : [])];
  return { Link: links.join(', ') };
}
