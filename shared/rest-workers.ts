/** Rows of the endpoint table: workers and their competence cards. */
import type { Endpoint } from './rest-endpoint.ts';

export const workerEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
