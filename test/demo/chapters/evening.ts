/** Evening: every event has been delivered once and is genuine, both tablets equal the server, and everything is switched off. */
import type { Day } from '../day.ts';
import { eventsSince, feedRevisions } from '../feed.ts';
import { patienceMs } from '../../kit/patience.ts';
import { until, within } from '../waiting.ts';
import type { Arrived } from './back.ts';
import type { Site } from './morning.ts';

export interface Deliveries {
  readonly events: number;
  readonly delivered: number;
  readonly verified: number;
}

export async function evening(day: Day, site: Site, { signed }: Arrived): Promise<Deliveries> {
  const { story, receiver, server, admin } = day;
  story.chapter('Evening: the account');
  const events = await eventsSince(day, site.eventsBefore);
  const count = (name: string): number => events.filter(({ event }) => event === name).length;
  story.claim(
    'the day’s events: one for each signature, two approvals, two exports',
    {
      'signoff.recorded': count('signoff.recorded'),
      'document.approved': count('document.approved'),
      'document.exported': count('document.exported'),
    },
    { 'signoff.recorded': signed, 'document.approved': 2, 'document.exported': 2 },
  );
  await within(
    patienceMs,
    'all deliveries',
    receiver.waitFor(({ requests }) => requests.length > events.length),
  );
  // The first request was the test event of the subscription.
  const deliveries = receiver.requests
    .slice(1)
    .map(({ headers, verified }) => ({ id: String(headers['webhook-id']), verified }));
  story.tell('Customer system', `has received ${deliveries.length} deliveries`);
  story.claim(
    'every event came, each once',
    deliveries.map(({ id }) => id).toSorted(),
    events.map(({ id }) => id).toSorted(),
  );
  const verified = deliveries.filter((delivery) => delivery.verified).length;
  story.claim('every signature is right', verified, deliveries.length);
  const [webhook] = (await admin.listWebhooks()).data;
  const query = { status: 'succeeded', per_page: 100 } as const;
  const logged = await until(patienceMs, 'the delivery log', async () => {
    const { meta } = await admin.listDeliveries({ webhook: webhook?.id ?? '', query });
    return meta.total >= events.length ? meta.total : undefined;
  });
  story.claim('the server’s delivery log says the same', logged, events.length);

  for (const tablet of [site.tower, site.siteOffice]) {
    await tablet.ask('sync', null);
    story.claim(
      `the ${tablet.label} equals the server, record by record`,
      await tablet.ask('revisions', null),
      await feedRevisions(day),
    );
    const { waiting, refused } = await tablet.ask('standing', null);
    story.claim('and has nothing left to send', { waiting, refused }, { waiting: 0, refused: 0 });
    await tablet.close();
  }
  story.claim('the server finishes what it is doing and ends with exit code 0', await server.stop(), 0);
  return { events: events.length, delivered: deliveries.length, verified };
}
