/** The rounds that followers make: one at a time, none too few, and an end that waits. */
import { expect, test } from 'vitest';
import { openPollLoop } from '../../server/followers/poll-loop.ts';
import { openCommitSignal } from '../../server/base/commit-signal.ts';
import { bareDevice, create } from '../kit/bare-device.ts';
import { openWorld } from '../kit/world.ts';

test('[CL5] rounds run one at a time; a call during a round gets the next; close waits', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  let begun: () => void = () => undefined;
  const rounds = openPollLoop({
    everyMs: 3_600_000,
    failed: () => undefined,
    round: async () => {
      most = Math.max(most, ++running);
      const held = new Promise<void>((resolve) => ends.push(resolve));
      begun();
      await held;
      return running--;
    },
  });
  const beginning = (): Promise<void> => new Promise((resolve) => (begun = resolve));
  await beginning(); // the one at the start
  const asked = [rounds.run(), rounds.run(), rounds.run()];
  expect(new Set(asked).size).toBe(1);
  const second = beginning();
  ends[0]?.();
  await second;
  let closed = false;
  const closing = rounds.close().then(() => (closed = true));
  expect([ends.length, most, closed]).toEqual([2, 1, false]);
  ends[1]?.();
  await Promise.all([closing, ...asked]);
  expect([ends.length, most, closed]).toEqual([2, 1, true]);
});

test('[CL6] where nothing is due, followers only read: a change is one write', async () => {
  const statements: string[] = [];
  await using world = await openWorld({
    engine: 'sqlite',
    onStatement: (statement) => void statements.push(statement),
  });
  const { app } = world;
  const followers = [app.exports, app.webhooks, app.mail];
  for (const follower of [...followers, app.calendar, app.retention]) await follower.run();
  statements.length = 0;
  await bareDevice(world).push([create('project', app.commitContext.newId(), { name: 'Block C' })]);
  for (const follower of followers) expect(await follower.run()).toBe(0);
  // The search index follows at its own pace, whatever else happens; readers speak between the statements of its write.
  const count = (beginning: string) => statements.filter((statement) => statement.startsWith(beginning)).length;
  expect(count('begin') - count('insert into "search_place"')).toBe(1);
});

test('[CL6] hints that come together are one round', async () => {
  const wake = openCommitSignal();
  let rounds = 0;
  let second: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (second = resolve));
  const round = async (): Promise<number> => {
    if (++rounds === 2) second();
    return rounds;
  };
  const follower = openPollLoop({ everyMs: 3_600_000, wake, failed: () => undefined, round });
  for (let i = 0; i < 5; i++) wake.ring('org');
  await ended;
  await follower.close();
  expect(rounds).toBe(2); // the one at the start, and one for all hints
});
