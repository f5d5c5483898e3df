/** A successful call of each endpoint of the table that changes something, for the rules of the Idempotency-Key. */
import { takesKey } from '../../../shared/rest/endpoint.ts';
import type { EndpointName } from '../../../shared/rest/rest.ts';
import { rows, successOf } from './rows.ts';
import type { CallOptions, Site } from './site.ts';

/** The endpoint's name, and the set-up before its call. */
export const changes: readonly (readonly [EndpointName, (site: Site) => Promise<CallOptions>])[] = rows
  .filter(({ endpoint }) => takesKey(endpoint))
  .map(({ name }) => [name, (site) => successOf(name, site)]);
