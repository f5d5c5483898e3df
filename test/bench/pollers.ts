/** Six writers in two processes on PostgreSQL for a minute, and what a tablet and pollers by `updated_since` miss of them. */
import { pollers as follow } from '../faults/pollers.ts';
import { startPostgres } from '../kit/postgres.ts';
import type { Figure } from './table.ts';

const durationMs = 60_000;

export async function pollers(): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ durable: true });
  const end = performance.now() + durationMs;
  const { writes, missedByTablet, missedByPollers, rounds } = await follow(postgres.url, () => performance.now() < end);
  return [
    { what: 'writes by six writers in two processes', ours: writes, unit: '' },
    { what: 'documents missed by a tablet that pulls', ours: missedByTablet, unit: '', target: { most: 0 } },
    { what: 'documents missed by two pollers by updated_since', ours: missedByPollers, unit: '', target: { most: 0 } },
    { what: 'rounds of the slowest follower', ours: Math.min(...rounds), unit: '' },
  ];
}
