/** Fixtures: subscriptions and deliveries. */
import type { Site } from './site.ts';

export const params = async (
  site: Site,
  body: object = {},
): Promise<{ readonly webhook: string; readonly delivery: string }> => {
  const { id } = await site.must('createWebhook', {
    body: { url: site.receiver.url, events: ['permit.opened'], secret: 'a-secret-of-its-own', ...body },
  });
  return { webhook: id, delivery: site.ids['delivery'] ?? '' };
};

export const disabled = async (site: Site): Promise<{ readonly params: { readonly webhook: string } }> => {
  const of = await params(site);
  await site.must('disableWebhook', { params: of });
  return { params: of };
};

/** Deliveries of the existing subscription. */
export async function failed(site: Site): Promise<string> {
  await site.world.app.webhooks.run();
  site.receiver.answer({ status: 500, headers: { 'webhook-delivery': 'abort-message' }, body: 'no <b>today</b>\0' });
  await site.draft();
  await site.world.app.webhooks.run();
  site.receiver.answer(200);
  return (await site.must('listDeliveries', { query: '?status=failed' })).data[0]?.id ?? '';
}

/** A time of the site's clock, from now. */
export function inMs({ world }: Site, aheadMs: number): string {
  return new Date(world.clock.now() + aheadMs).toISOString();
}
