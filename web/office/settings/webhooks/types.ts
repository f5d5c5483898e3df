/** A subscription as the server lists it, without its secret. */
import type { rest } from '../../base/server.ts';

export type Endpoint = Awaited<ReturnType<typeof rest.listWebhooks>>['data'][number];
