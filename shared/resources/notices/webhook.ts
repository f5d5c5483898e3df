/** Notice of a disabled subscription: it failed too often (interface section 6.4), or its receiver asked for it. */
import type { Notice } from '../../model/notice.ts';

/** `failures` in a row; null if the receiver asked. `occasion` distinguishes this from later disablings of the same subscription. */
export function webhookDisabled(id: string, host: string, failures: number | null, occasion: string): Notice {
  const why =
    failures === null
      ? `The receiver at ${host} asked for no more deliveries.`
      : `The subscription to ${host} did not take ${failures} deliveries in a row.`;
  return {
    type: 'webhook_disabled',
    severity: 'warning',
    subject: `Webhook disabled: ${host}`,
    body: `${why} Events are held: when the endpoint works, enable the webhook and recover them.`,
    resourceType: 'webhook',
    resourceId: id,
    projectId: null,
    to: { permission: 'webhooks:manage' },
    dedupeKey: `webhook_disabled ${occasion}`,
  };
}
