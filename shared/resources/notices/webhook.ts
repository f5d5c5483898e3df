/** What people are told when a subscription is disabled: for failing too often (interface section 6.4), or because its receiver asked. */
import type { Notice } from '../../model/notice.ts';

/** `failures` in a row, null where the receiver asked; `occasion` tells this disabling from the next one of the same subscription. */
export function webhookDisabled(id: string, host: string, failures: number | null, occasion: string): Notice {
  const why =
    failures === null
      ? `The receiver at ${host} asked for no more deliveries.`
      : `The subscription to ${host} did not take ${failures} deliveries in a row.`;
  return {
    type: 'webhook_disabled',
    severity: 'warning',
    subject: `Webhook disabled: ${host}`,
    body: `${why} What waits for it is held; enable it again when the endpoint works.`,
    resourceType: 'webhook',
    resourceId: id,
    projectId: null,
    to: { permission: 'webhooks:manage' },
    dedupeKey: `webhook_disabled ${occasion}`,
  };
}
