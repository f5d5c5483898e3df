/**
 * For monitoring (contract, REST, R58). `/healthz`: the process responds. `/readyz`: it can do its work, or what is missing.
 * `/metrics`: figures, for callers with METRICS_TOKEN. None of them reveals customer data.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import express, { type Router } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import type { HttpContext } from '../http/http-context.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { metricsType, type Metrics } from './metrics.ts';
import { openReadiness, type ReadinessOptions } from './readiness.ts';

export interface HealthOptions extends ReadinessOptions, Pick<HttpContext, 'limiter' | 'addressOf'> {
  /** Whether e-mails are sent or wait for an SMTP server; the server is ready either way. */
  readonly mail: 'configured' | 'not_configured';
  readonly metrics: Metrics;
  /** Without it there is no `/metrics`. */
  readonly metricsToken: string | undefined;
  readonly warnings: readonly string[];
  readonly isClosing: () => boolean;
}

export function healthRouter(options: HealthOptions): Router {
  const { limiter, addressOf, store, mail, metrics, metricsToken, warnings, clock, integrity, isClosing } = options;
  const readiness = openReadiness(options);
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const checks = await readiness();
    const isReady =
      !isClosing() &&
      checks.writable &&
      checks.migrations === 'current' &&
      checks.clock !== null &&
      checks.clock.status !== 'writes_wait' &&
      checks.integrity !== null &&
      checks.integrity.status !== 'damaged';
    const status = isReady ? 'ready' : isClosing() ? 'closing' : 'unavailable';
    if (!isReady) response.set('Retry-After', '5');
    response.status(isReady ? 200 : 503).json({ status, store: store.engine, ...checks, mail, warnings });
  });
  router.get('/metrics', async (request, response, next) => {
    if (metricsToken === undefined) return next();
    const { authorization } = request.headers;
    if (authorization === undefined) throw new Problem('unauthenticated');
    await countingRefusals(limiter, addressOf(request), async () => {
      if (!isEqual(authorization, `Bearer ${metricsToken}`)) throw new Problem('unauthenticated');
    });
    response
      .set({ 'Content-Type': metricsType, 'Cache-Control': 'no-store' })
      .end(await metrics.text(store, await clock(), await integrity()));
  });
  return router;
}

/** In a time that says nothing about where the texts differ. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
