/** Rows of the endpoint table: incidents and near-misses. */
import type { Endpoint } from './rest-endpoint.ts';

export const incidentEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
