/**
 * Whether the server can do its work, or what is missing, for `/readyz`. Anybody may ask, so the store is looked at once a second at most,
 * and everybody who asks meanwhile is told the same.
 */
import type { ClockState } from '../followers/clock.ts';
import type { IntegrityState } from '../followers/integrity.ts';
import { requireWritable } from '../store/access/installation.ts';
import { missingMigrations } from '../store/migrate.ts';
import { queueDepths } from '../store/queues/queue-depths.ts';
import type { Store } from '../store/store.ts';

export interface Readiness extends StoreState {
  /** An alarm alone does not make the server unready; writes that wait do. */
  readonly clock: ClockState | null;
  /** Damage makes the server unready: what it serves may be wrong. It answers nevertheless. */
  readonly integrity: IntegrityState | null;
}

interface StoreState {
  readonly migrations: 'current' | 'pending' | 'unknown';
  /** A change as large as an ordinary one was stored. */
  readonly writable: boolean;
  /** How late deliveries and jobs are. It does not make the server unready: sending callers elsewhere would not help. */
  readonly queue_lag_seconds: number | null;
}

export interface ReadinessOptions {
  readonly store: Store;
  readonly clock: () => Promise<ClockState>;
  readonly integrity: () => Promise<IntegrityState>;
  /** ms since 1970 */
  readonly now: () => number;
}

const keptMs = 1000;

export function openReadiness({ store, clock, integrity, now }: ReadinessOptions): () => Promise<Readiness> {
  let kept: Promise<StoreState> | null = null;
  let keptAt = 0;
  let isLooking = false;

  function shared(): Promise<StoreState> {
    const age = now() - keptAt;
    if (kept && (isLooking || (age >= 0 && age < keptMs))) return kept;
    [keptAt, isLooking] = [now(), true];
    kept = look(store, now()).finally(() => (isLooking = false));
    return kept;
  }

  return async () => ({
    ...(await shared()),
    clock: await clock().catch(() => null),
    integrity: await integrity().catch(() => null),
  });
}

async function look(store: Store, nowMs: number): Promise<StoreState> {
  try {
    const migrations = (await missingMigrations(store.db)).length === 0 ? 'current' : 'pending';
    const { deliveryLagSeconds, jobLagSeconds } = await queueDepths(store.db, nowMs);
    const writable = await requireWritable(store, nowMs).then(
      () => true,
      () => false,
    );
    return { migrations, writable, queue_lag_seconds: Math.max(deliveryLagSeconds, jobLagSeconds) };
  } catch {
    return { migrations: 'unknown', writable: false, queue_lag_seconds: null };
  }
}
