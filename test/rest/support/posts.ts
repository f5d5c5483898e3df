/** A successful call of each POST of the endpoint table, for the rules of the Idempotency-Key. */
import type { EndpointName } from '../../../shared/rest/rest.ts';
import { rows, successOf } from './rows.ts';
import type { CallOptions, Site } from './site.ts';

/** The endpoint's name, and the set-up before its call. */
export const posts: readonly (readonly [EndpointName, (site: Site) => Promise<CallOptions>])[] = rows
  .filter(({ endpoint }) => endpoint.method === 'POST')
  .map(({ name }) => [name, (site) => successOf(name, site)]);
