/** Rows of the endpoint table: permits to work. */
import type { Endpoint } from './rest-endpoint.ts';

export const permitEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
