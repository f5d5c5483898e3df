/** Simulated days on PostgreSQL: the odd seeds (contract, The simulation). */
import { test } from 'vitest';
import { playSeed, seedsOf } from './simulation/seeds.ts';

test.each(seedsOf(24, 1, 2))(
  '[SM1] nothing is lost, doubled or made up, and every tablet equals the server: seed %i on PostgreSQL',
  (seed) => playSeed('postgres', seed),
);
