/** Rows of the endpoint table: notifications (interface section 4.3). */
import type { Endpoint } from './rest-endpoint.ts';

export const notificationEndpoints = {} as const satisfies Readonly<Record<string, Endpoint>>;
