/**
 * Prometheus metrics at `/metrics` (R58): what this process has answered and delivered, and the queues in the store. Routes are as in the
 * endpoint table, so no id, token or name is in them.
 */
import type { Server } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { queueDepths } from '../store/queues/queue-depths.ts';
import type { ClockState } from '../followers/clock.ts';
import type { IntegrityState } from '../followers/integrity.ts';
import type { Store } from '../store/store.ts';

/** What only the program itself knows. */
export interface ProcessFigures {
  /** Bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  readonly logLinesDropped: number;
  readonly uncaughtErrors: number;
}

export interface MetricsOptions {
  /** ms since 1970 */
  readonly now: () => number;
  /** Null = unknown. */
  readonly process: (() => ProcessFigures) | null;
}

export interface Metrics {
  /** Counts each request once its response is closed. */
  readonly counting: RequestHandler;
  /** Counts upgraded connections. */
  watch(server: Server): void;
  readonly attempt: (outcome: string, durationMs: number) => void;
  /** Counts a failed attempt to write a mirror. */
  readonly mirrorFailed: (reason: string) => void;
  text(store: Store, clock: ClockState, integrity: IntegrityState): Promise<string>;
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

type Depths = Awaited<ReturnType<typeof queueDepths>>;

const depthGauges: readonly (readonly [name: string, help: string, depth: keyof Depths])[] = [
  ['sitefile_webhook_deliveries_pending', 'Deliveries that wait to be sent.', 'deliveries'],
  ['sitefile_webhook_lag_seconds', 'Age of the oldest due delivery.', 'deliveryLagSeconds'],
  ['sitefile_webhooks_disabled', 'Disabled webhook subscriptions.', 'webhooksDisabled'],
  ['sitefile_mirror_lag_seconds', 'Age of the oldest change that a mirror has not got.', 'mirrorLagSeconds'],
  ['sitefile_mirrors_failing', 'Mirrors whose last attempt failed.', 'mirrorsFailing'],
  ['sitefile_jobs_queued', 'Exports and other jobs that wait.', 'jobs'],
  ['sitefile_job_lag_seconds', 'Age of the oldest due job.', 'jobLagSeconds'],
  ['sitefile_mails_unsent', 'E-mails that wait to be sent.', 'mails'],
  ['sitefile_feed_sequence', 'Sum of the last sequence numbers of all feeds.', 'feedSequence'],
];

const clockGauges: readonly (readonly [
  name: string,
  help: string,
  figure: 'apart_seconds' | 'order_ahead_seconds' | 'sweeps_paused',
])[] = [
  [
    'sitefile_clock_apart_seconds',
    'How far the clock is ahead of what is expected; beyond 3600, writes wait.',
    'apart_seconds',
  ],
  ['sitefile_order_ahead_seconds', 'How far updated_at runs ahead of the clock.', 'order_ahead_seconds'],
  ['sitefile_sweeps_paused', '1 = nothing is deleted by age until “clock accept”.', 'sweeps_paused'],
];

const processGauges: readonly (readonly [name: string, help: string, figure: keyof ProcessFigures])[] = [
  ['process_resident_memory_bytes', 'Resident memory.', 'rss'],
  ['process_heap_used_bytes', 'Used JavaScript heap.', 'heapUsed'],
  ['sitefile_log_lines_dropped', 'Log lines that could not be written, since the start.', 'logLinesDropped'],
  ['sitefile_uncaught_errors', 'Errors that nothing caught, since the start.', 'uncaughtErrors'],
];

export function openMetrics({ now, process }: MetricsOptions): Metrics {
  const registry = new Registry();
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const counter = (name: string, help: string, ...labelNames: readonly string[]): Counter =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const requests = counter(
    'sitefile_http_requests_total',
    'Requests by method, route and class of status.',
    'method',
    'route',
    'status',
  );
  const requestSeconds = new Histogram({
    name: 'sitefile_http_request_duration_seconds',
    help: 'From the request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets,
    registers: [registry],
  });
  const attempts = counter('sitefile_webhook_attempts_total', 'Delivery attempts by outcome.', 'outcome');
  const attemptSeconds = new Histogram({
    name: 'sitefile_webhook_attempt_duration_seconds',
    help: 'From sending a delivery to the end of the response.',
    labelNames: ['outcome'],
    buckets,
    registers: [registry],
  });
  const mirrorFailures = counter(
    'sitefile_mirror_failures_total',
    'Failed attempts to write a mirror, by reason.',
    'reason',
  );
  const streams = gauge('sitefile_streams_open', 'Open streams.');
  const depths = depthGauges.map(([name, help, depth]) => ({ depth, gauge: gauge(name, help) }));
  const clocks = clockGauges.map(([name, help, figure]) => ({ figure, gauge: gauge(name, help) }));
  const damage = gauge('sitefile_integrity_faults', 'Faults that the last integrity check found.');
  const checkedAt = gauge('sitefile_integrity_checked_seconds', 'When it ended, in seconds since 1970; 0 = never.');
  const figures = process
    ? processGauges.map(([name, help, figure]) => ({ gauge: gauge(name, help), value: () => process()[figure] }))
    : [];

  return {
    counting(request, response, next) {
      const startMs = now();
      response.once('close', () => {
        const labels = { method: request.method, route: routeOf(request) };
        requests.inc({ ...labels, status: `${Math.floor(response.statusCode / 100)}xx` });
        requestSeconds.observe(labels, (now() - startMs) / 1000);
      });
      next();
    },
    watch(server) {
      server.on('upgrade', (_request, socket) => {
        streams.inc();
        socket.once('close', () => streams.dec());
      });
    },
    attempt(outcome, durationMs) {
      attempts.inc({ outcome });
      attemptSeconds.observe({ outcome }, durationMs / 1000);
    },
    mirrorFailed: (reason) => mirrorFailures.inc({ reason }),
    async text(store, clock, integrity) {
      const found = await queueDepths(store.db, now());
      for (const each of depths) each.gauge.set(found[each.depth]);
      for (const each of clocks) each.gauge.set(Number(clock[each.figure]));
      damage.set(integrity.faults);
      checkedAt.set(Date.parse(integrity.checked_at ?? '1970-01-01') / 1000);
      for (const each of figures) each.gauge.set(each.value());
      return await registry.metrics();
    },
  };
}

/** The path of the endpoint table, with parameters in braces. All unknown paths are one route. */
function routeOf(request: Request): string {
  const route = request.route as { readonly path: string } | undefined; // untyped in Express; our routes are strings
  if (!route) return 'unmatched';
  const path = request.originalUrl.replace(/\?.*$/, '').replace(/\/$/, '').toLowerCase();
  // A nested router knows only the end of its path; without parameters, the URL is the whole of it.
  return route.path.includes(':') ? route.path.replaceAll(/:(\w+)/g, '{$1}') : path;
}
