/** Rows of the endpoint table: compliance checks of documents. */
import type { Endpoint } from './rest-endpoint.ts';

export const complianceEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
