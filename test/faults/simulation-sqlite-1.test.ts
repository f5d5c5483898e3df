/** Simulated days on SQLite: the even seeds (contract, The simulation). */
import { test } from 'vitest';
import { playSeed, seedsOf } from './simulation/seeds.ts';

test.each(seedsOf(90, 0, 2))('[SM1] nothing is lost or doubled, and every tablet is equal: seed %i on SQLite', (seed) =>
  playSeed('sqlite', seed),
);
