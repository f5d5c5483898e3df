/** Subscriptions and deliveries as the server shows them. */
import type { Rest } from '../../base/attempt.ts';

/** Without its secret. */
export type Endpoint = Awaited<ReturnType<Rest['listWebhooks']>>['data'][number];
export type DeliveryDetail = Awaited<ReturnType<Rest['getDelivery']>>;
