/** The rounds that followers make: one at a time, none too few, and an end that waits. */
import { expect, test } from 'vitest';
import { openRounds } from '../../server/followers/rounds.ts';

test('[CL5] rounds come one at a time, whoever asks during one gets the next, and closing waits for the last', async () => {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  let begun: () => void = () => undefined;
  const rounds = openRounds({
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
