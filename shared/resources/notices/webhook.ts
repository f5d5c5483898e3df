/** Notice of a disabled subscription: it failed too often, its receiver asked for it, or its token was withdrawn. */
import type { Notice } from '../../model/notice.ts';

export type DisablingReason = 'consecutive_failures' | 'receiver_request' | 'token_withdrawn';

/** `failures` in a row. `occasion` distinguishes this from later disablings of the same subscription. */
export function webhookDisabled(
  id: string,
  host: string,
  reason: DisablingReason,
  failures: number,
  occasion: string,
): Notice {
  const why = {
    consecutive_failures: `The subscription to ${host} did not take ${failures} deliveries in a row. Events are held: when the endpoint works,`,
    receiver_request: `The receiver at ${host} asked for no more deliveries. Events are held: when the endpoint works,`,
    token_withdrawn: `The token that set up the subscription to ${host} was revoked, or may no longer read its events. Events are held: if they should go there,`,
  }[reason];
  return {
    type: 'webhook_disabled',
    severity: 'warning',
    subject: `Webhook disabled: ${host}`,
    body: `${why} enable the webhook and recover them.`,
    resourceType: 'webhook',
    resourceId: id,
    projectId: null,
    to: { permission: 'webhooks:manage' },
    dedupeKey: `webhook_disabled ${occasion}`,
  };
}
