/** The Link header of a paged list (RFC 8288; contract, REST): first, prev, next and last, each with the filters of the list. */
import { isJsonObject } from '../../shared/json.ts';
import type { Call } from './call.ts';
import type { RestHouse } from './house.ts';

/** Nothing for a single resource, and for a list that is complete because no page size was asked for. */
export function pageLinks({ query, request }: Call, house: RestHouse, body: unknown): Readonly<Record<string, string>> {
  const isPaged = isJsonObject(query) && query['per_page'] !== undefined;
  const meta = isJsonObject(body) && isJsonObject(body['meta']) ? body['meta'] : {};
  const { current_page: current, last_page: last } = meta;
  if (!isPaged || typeof current !== 'number' || typeof last !== 'number') return {};
  const [path = '', search = ''] = request.originalUrl.split('?');
  const link = (rel: string, page: number): string => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(page));
    return `<${house.baseUrl()}${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(current > 1 ? [link('prev', Math.min(current - 1, last))] : []),
    ...(current < last ? [link('next', current + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', ') };
}
