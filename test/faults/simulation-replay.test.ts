/** What a seed is worth: it gives the same day again, and the days together see everything that can happen (contract, The simulation). */
import { expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openDay } from './simulation/day.ts';
import { digestOf } from './simulation/digest.ts';
import { moveNames } from './simulation/moves.ts';
import { playSeed, steps } from './simulation/seeds.ts';

async function play(
  engine: (typeof engines)[number],
  seed: number,
): Promise<{ digest: string; lines: readonly string[] }> {
  await using day = await openDay(engine, seed);
  await day.run(steps);
  await day.settle();
  return { digest: await digestOf(day), lines: day.history.lines };
}

test('[SM2] a seed replays exactly, on either engine', async () => {
  const first = await play('sqlite', 4);
  for (const engine of engines) {
    const again = await play(engine, 4);
    expect(again.lines).toEqual(first.lines);
    expect(again.digest).toBe(first.digest);
  }
  expect((await play('sqlite', 5)).digest).not.toBe(first.digest);
});

test('[SM3] ten days together see every move, every fault, refusals, conflicts, changed grants and restarts', async () => {
  const lines: string[] = [];
  for (let seed = 1; seed <= 10; seed++) lines.push(...(await play('sqlite', seed)).lines);
  const seen = new Set(lines.flatMap((line) => line.split(' ')));
  expect([...moveNames, ...told].filter((word) => !seen.has(word))).toEqual([]);
});

test.each([1, 2, 3, 4])(
  '[SM10] the same holds over real TCP through a proxy that is cut and loses answers: seed %i',
  (seed) => playSeed('sqlite', seed, { overTcp: true }),
);

const faultsSeen =
  'requestLost requestCut requestTwice requestLate requestHeld answerLost answerCut answerHeld busy logInPage';
const othersSeen =
  'offline not_sitefile restarts projects applied merged noop refused document_locked invalid_transition';
const told = `${faultsSeen} ${othersSeen} depends_on_refused`.split(' ');
