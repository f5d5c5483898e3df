/** Webhooks whose receiver, or whose sender, is gone for a while: nobody else waits, and nothing is lost. */
import { expect, test } from 'vitest';
import { openReceiver, type Receiver } from '../kit/receiver.ts';
import { openWorld, type World } from '../kit/world.ts';
import { minutes, openWebhookWorld, secret } from '../webhooks/world.ts';
import { isLongRun, report } from './table/figures.ts';

const idsOf = ({ requests }: Receiver): string[] =>
  requests
    .filter(({ headers }) => headers['x-service-event'] !== 'webhook.test')
    .map(({ headers }) => String(headers['webhook-id']))
    .toSorted();
/** Deliveries come at least once. */
const distinct = (receiver: Receiver): readonly string[] => [...new Set(idsOf(receiver))];

async function subscribe(world: World, url: string): Promise<string> {
  const body = { url, events: ['document.created'] };
  return (await world.api<{ id: string }>('POST', '/api/v1/webhooks', body)).body.id;
}

test('[FT7] a receiver down for a day delays no other, and gets every event afterwards', async () => {
  await using world = await openWorld();
  await using up = await openReceiver();
  await using slow = await openReceiver({ answers: { status: 200, body: 'x'.repeat(5_000) } });
  await using down = await openReceiver();
  const [, , hook] = [
    await subscribe(world, up.url),
    await subscribe(world, slow.url),
    await subscribe(world, down.url),
  ];
  down.answer('reset'); // its subscription was tested before
  const since = new Date(world.clock.now()).toISOString();
  const count = isLongRun ? 2_400 : 72;
  const hours = 24;
  for (let hour = 0; hour < hours; hour++) {
    for (let i = 0; i < count / hours; i++)
      await world.api('POST', '/api/v1/documents', { title: `Lift ${hour} ${i}`, document_type: 'rams' });
    await world.app.webhooks.run(); // the clock moves only while nothing is under way
    world.clock.advance(60 * minutes);
  }
  expect(distinct(up)).toHaveLength(count);
  expect(distinct(slow)).toEqual(distinct(up));
  const webhook = await world.api<{ state: string }>('GET', `/api/v1/webhooks/${hook}`);
  expect(webhook.body.state).toBe('disabled');
  const failures = down.requests.length;
  const mails = await world.app.commitContext.store.db.selectFrom('mail').select('subject').execute();
  expect(mails.filter(({ subject }) => subject.includes('disabled'))).toHaveLength(1);

  down.answer(200);
  await world.api('POST', `/api/v1/webhooks/${hook}/enable`);
  for (let more = true; more;) {
    const recovered = await world.api<{ more: boolean }>('POST', `/api/v1/webhooks/${hook}/recover`, { since });
    more = recovered.body.more;
    await world.app.webhooks.run();
  }
  world.clock.advance(24 * 60 * minutes);
  await world.app.webhooks.run();
  expect(distinct(down)).toEqual(distinct(up));
  report('receiverDown', { injected: failures, survived: 3 * count, lost: 0, doubled: 0 });
});

test('[FT8] a sender that dies before noting the delivery repeats it under the same id', async () => {
  await using world = await openWebhookWorld('sqlite');
  await using receiver = await openReceiver({ secret });
  await world.subscribe(receiver.url);
  const count = isLongRun ? 300 : 15;
  let bookings = 0;
  for (let i = 0; i < count; i++) {
    await world.emit();
    world.beforeStatement = (sql) => {
      if (sql.includes('insert into "attempt"') && ++bookings % 3 === 0) throw new Error('the sender dies here');
    };
    await world.openFollower().run();
    world.nowMs += 5 * minutes;
  }
  world.beforeStatement = () => undefined;
  world.nowMs += 5 * minutes;
  await world.openFollower().run();
  const ids = idsOf(receiver);
  const deaths = Math.floor(bookings / 3);
  expect(deaths).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(count);
  expect(ids).toHaveLength(count + deaths);
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(Array(count).fill('succeeded'));
  report('senderKilled', { injected: deaths, survived: count, lost: 0, doubled: 0 });
});
