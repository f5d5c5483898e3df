/** A customer's receiver for a whole day: subscribed before anything happens, it must get every event of the log, and what it gets is as the log has it. */
import { expect } from 'vitest';
import { openReceiver, type Receiver } from '../../kit/receiver.ts';
import type { World } from '../../kit/world.ts';
import { eventsOf } from './server-rows.ts';

/** It always says yes: a delivery that failed would draw from the world's chance, at a time that no seed decides. */
export async function openListener(world: World): Promise<Receiver> {
  const secret = 'secret-of-the-day-0001';
  const receiver = await openReceiver({ secret });
  const answer = await world.api('POST', '/api/v1/webhooks', {
    url: receiver.url,
    events: ['*'],
    secret,
    ordering: 'resource',
  });
  if (answer.status !== 201) throw new Error(`the subscription was refused: ${answer.text}`);
  return receiver;
}

/** After the day: what is still due is delivered, also where the clock went back since. */
export async function drain(world: World): Promise<void> {
  world.clock.advance(100 * 3_600_000);
  await world.app.webhooks.run();
}

export async function checkListener(world: World, { requests }: Pick<Receiver, 'requests'>): Promise<void> {
  const log = await eventsOf(world);
  const all = requests.map(({ body }) => JSON.parse(String(body)) as { readonly sequence?: number });
  // The first one is the test of the subscription, which is in no log.
  const got = all.filter((payload): payload is { sequence: number } => payload.sequence !== undefined);
  expect(all.length - got.length).toBe(1);
  expect(requests.filter(({ verified }) => !verified)).toEqual([]);
  const bySequence = new Map(got.map((payload) => [payload.sequence, payload]));
  expect([...bySequence].toSorted(([a], [b]) => a - b)).toEqual(log.map(({ seq, body }) => [seq, JSON.parse(body)]));
  // Of one record they come in their order, however often each of them.
  const resourceOf = new Map(log.map(({ seq, resource_id: resource }) => [seq, resource]));
  const firsts = [...bySequence.keys()]; // a map keeps the order of the first arrivals
  for (const [resource, sequences] of Map.groupBy(firsts, (seq) => resourceOf.get(seq)))
    expect(sequences, `events of ${resource}`).toEqual(sequences.toSorted((a, b) => a - b));
}
