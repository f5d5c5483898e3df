/** A call of each POST of the endpoint table that succeeds, for what holds for all of them under an Idempotency-Key. */
import type { EndpointName } from '../../../shared/rest/rest.ts';
import { rows, successOf } from './rows.ts';
import type { CallOptions, Site } from './site.ts';

/** The name, and what is given before it is called. */
export const posts: readonly (readonly [EndpointName, (site: Site) => Promise<CallOptions>])[] = rows
  .filter(({ endpoint }) => endpoint.method === 'POST')
  .map(({ name }) => [name, (site) => successOf(name, site)]);
