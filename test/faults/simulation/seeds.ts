/** Plays a seed and holds the day against everything that must be true; a seed that fails says how it is played again. */
import type { Engine } from '../../../server/store/engine/engine.ts';
import { checkPhotos } from './check-photos.ts';
import { checkRefused } from './check-refused.ts';
import { checkServer } from './check-server.ts';
import { checkTablets } from './check-tablets.ts';
import { openDay } from './day.ts';
import { checkListener, drain } from './listener.ts';

/** Of one day; more than this finds little that more days do not find sooner. */
export const steps = 50;

/** Every `shares`-th of as many seeds as `SEEDS` says, or as is usual; `SEED` alone where it is given. */
export function seedsOf(usual: number, share: number, shares: number): number[] {
  const { SEED: one, SEEDS: wanted } = process.env;
  if (one) return [Number(one)];
  const count = Math.max(shares, Number(wanted ?? usual));
  return Array.from({ length: count }, (_, i) => i + 1).filter((seed) => seed % shares === share);
}

/** With `SEED` it also prints what happened, in its order. */
export async function playSeed(engine: Engine, seed: number, { overTcp = false } = {}): Promise<void> {
  await using day = await openDay(engine, seed, { overTcp });
  try {
    await day.run(steps);
    await day.settle();
    await checkServer(day);
    await checkTablets(day);
    await checkRefused(day);
    await checkPhotos(day);
    if (day.listener) {
      await drain(day.world);
      await checkListener(day.world, day.listener);
    }
  } catch (cause) {
    const again = `SEED=${seed} npm test -- test/faults/simulation-${engine}-1.test.ts`;
    const error = new Error(`to see seed ${seed} on ${engine} again: ${again}`, { cause });
    throw day.history.fault ? new AggregateError([day.history.fault], error.message, { cause }) : error;
  } finally {
    if (process.env['SEED']) console.log(day.history.lines.join('\n'));
  }
}
