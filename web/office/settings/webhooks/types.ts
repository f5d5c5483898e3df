/** A subscription as the server lists it, without its secret. */
import type { Rest } from '../../base/attempt.ts';

export type Endpoint = Awaited<ReturnType<Rest['listWebhooks']>>['data'][number];
