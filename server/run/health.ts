/**
 * For monitoring (contract, REST, R58). `/healthz`: the process responds. `/readyz`: it can do its work, or what is missing.
 * `/metrics`: figures. None of them reveals customer data.
 */
import express, { type Router } from 'express';
import type { ClockState } from '../followers/clock.ts';
import { metricsType, type Metrics } from './metrics.ts';
import { missingMigrations } from '../store/migrate.ts';
import { queueDepths, requireWritable } from '../store/queues/queue-depths.ts';
import type { Store } from '../store/store.ts';

export interface HealthOptions {
  /** Whether e-mails are sent or wait for an SMTP server; the server is ready either way. */
  readonly mail: 'configured' | 'not_configured';
  readonly metrics: Metrics;
  readonly clock: () => Promise<ClockState>;
  /** ms since 1970 */
  readonly now: () => number;
  readonly isClosing: () => boolean;
}

export function healthRouter(store: Store, { mail, metrics, clock, now, isClosing }: HealthOptions): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const checks = await readiness(store, clock, now());
    const isReady =
      !isClosing() && checks.writable && checks.migrations === 'current' && checks.clock?.status !== 'writes_wait';
    const status = isReady ? 'ready' : isClosing() ? 'closing' : 'unavailable';
    if (!isReady) response.set('Retry-After', '5');
    response.status(isReady ? 200 : 503).json({ status, store: store.engine, ...checks, mail });
  });
  router.get('/metrics', async (_request, response) => {
    response
      .set({ 'Content-Type': metricsType, 'Cache-Control': 'no-store' })
      .end(await metrics.text(store, await clock()));
  });
  return router;
}

interface Readiness {
  readonly migrations: 'current' | 'pending' | 'unknown';
  readonly writable: boolean;
  /** How late deliveries and jobs are. It does not make the server unready: sending callers elsewhere would not help. */
  readonly queue_lag_seconds: number | null;
  /** An alarm alone does not make the server unready; writes that wait do. */
  readonly clock: ClockState | null;
}

async function readiness(store: Store, clock: HealthOptions['clock'], nowMs: number): Promise<Readiness> {
  try {
    const migrations = (await missingMigrations(store.db)).length === 0 ? 'current' : 'pending';
    const { deliveryLagSeconds, jobLagSeconds } = await queueDepths(store.db, nowMs);
    const lag = Math.max(deliveryLagSeconds, jobLagSeconds);
    const writable = await requireWritable(store).then(
      () => true,
      () => false,
    );
    return { migrations, writable, queue_lag_seconds: lag, clock: await clock() };
  } catch {
    return { migrations: 'unknown', writable: false, queue_lag_seconds: null, clock: null };
  }
}
