/** Rows of the endpoint table: contractors and their submissions, beyond the invitation. */
import type { Endpoint } from './rest-endpoint.ts';

export const contractorEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
