/** Simulated days on PostgreSQL: the odd seeds (contract, The simulation). */
import { test } from 'vitest';
import { playSeed, seedsOf } from './simulation/seeds.ts';

test.each(seedsOf(24, 1, 2))(
  '[SM1] nothing is lost or doubled, and every tablet is equal: seed %i on PostgreSQL',
  (seed) => playSeed('postgres', seed),
);
