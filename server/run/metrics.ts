/**
 * Figures for Prometheus (`/metrics`, text exposition format 0.0.4; contract, REST, R58): requests and deliveries of this process, and
 * the queues in the store. Routes are those of the endpoint table, so no id, token or name appears.
 */
import type { Server } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { queueDepths } from '../store/queues/queue-depths.ts';
import type { Store } from '../store/store.ts';

export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
}

export interface MetricsOptions {
  /** ms since 1970 */
  readonly now: () => number;
  /** Only main.ts may ask the process; null = nobody says. */
  readonly memory: (() => Memory) | null;
}

export interface Metrics {
  /** Counts each answer when it is out. */
  readonly counting: RequestHandler;
  /** Counts the connections that are upgraded. */
  watch(server: Server): void;
  readonly attempt: (outcome: string, durationMs: number) => void;
  text(store: Store): Promise<string>;
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function openMetrics({ now, memory }: MetricsOptions): Metrics {
  const answers = new Map<string, number>();
  const answerSeconds = new Map<string, Histogram>();
  const attempts = new Map<string, number>();
  const attemptSeconds = new Map<string, Histogram>();
  let streams = 0;

  return {
    counting(request, response, next) {
      const startMs = now();
      response.once('close', () => {
        const of = labels({ method: request.method, route: routeOf(request) });
        count(answers, `${of},${labels({ status: `${Math.floor(response.statusCode / 100)}xx` })}`);
        observe(answerSeconds, of, now() - startMs);
      });
      next();
    },
    watch(server) {
      server.on('upgrade', (_request, socket) => {
        streams++;
        socket.once('close', () => streams--);
      });
    },
    attempt(outcome, durationMs) {
      count(attempts, labels({ outcome }));
      observe(attemptSeconds, labels({ outcome }), durationMs);
    },
    async text(store) {
      const depths = await queueDepths(store.db, now());
      const used = memory?.();
      return [
        ...counter('sitefile_http_requests_total', 'Answers by method, route and class of status.', answers),
        ...histogram(
          'sitefile_http_request_duration_seconds',
          'From the request to the end of its answer.',
          answerSeconds,
        ),
        ...gauge('sitefile_streams_open', 'Connections that wait for news.', streams),
        ...counter('sitefile_webhook_attempts_total', 'Attempts of this process by outcome.', attempts),
        ...histogram(
          'sitefile_webhook_attempt_duration_seconds',
          'From sending to the end of the answer.',
          attemptSeconds,
        ),
        ...gauge(
          'sitefile_webhook_deliveries_pending',
          'Deliveries that wait for their time or their turn.',
          depths.deliveries,
        ),
        ...gauge(
          'sitefile_webhook_lag_seconds',
          'How long the oldest of those that are due has been due.',
          depths.deliveryLagSeconds,
        ),
        ...gauge('sitefile_webhooks_disabled', 'Subscriptions that are disabled.', depths.webhooksDisabled),
        ...gauge('sitefile_jobs_queued', 'Exports and other work that waits.', depths.jobs),
        ...gauge(
          'sitefile_job_lag_seconds',
          'How long the oldest of those that are due has been due.',
          depths.jobLagSeconds,
        ),
        ...gauge('sitefile_mails_unsent', 'E-mails that wait to be handed over.', depths.mails),
        ...gauge('sitefile_feed_sequence', 'The last sequence numbers of all feeds together.', depths.feedSequence),
        ...(used ? gauge('process_resident_memory_bytes', 'Memory that the process holds.', used.rss) : []),
        ...(used ? gauge('process_heap_used_bytes', 'Of it, what JavaScript uses.', used.heapUsed) : []),
        '',
      ].join('\n');
    },
  };
}

interface Histogram {
  /** One for each bucket, cumulative. */
  readonly atMost: number[];
  seconds: number;
  total: number;
}

/** With parameters in braces, as in the endpoint table. All unknown paths count as one route. */
function routeOf(request: Request): string {
  const route = request.route as { readonly path: string } | undefined; // Express says nothing of it, and routes here are strings
  if (!route) return 'unmatched';
  const path = request.originalUrl.replace(/\?.*$/, '').replace(/\/$/, '').toLowerCase();
  // A mounted router knows only the rest of the path; without parameters the URL is the whole route.
  return route.path.includes(':') ? route.path.replaceAll(/:(\w+)/g, '{$1}') : path;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function observe(histograms: Map<string, Histogram>, key: string, durationMs: number): void {
  const histogram = histograms.get(key) ?? { atMost: bucketsSeconds.map(() => 0), seconds: 0, total: 0 };
  const seconds = durationMs / 1000;
  for (const [i, bound] of bucketsSeconds.entries())
    if (seconds <= bound) histogram.atMost[i] = (histogram.atMost[i] ?? 0) + 1;
  histogram.seconds += seconds;
  histogram.total++;
  histograms.set(key, histogram);
}

function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}="${value.replaceAll(/[\\"\n]/g, (character) => (character === '\n' ? String.raw`\n` : `\\${character}`))}"`,
    )
    .join(',');
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function counter(name: string, help: string, counts: ReadonlyMap<string, number>): string[] {
  return [...head(name, 'counter', help), ...[...counts].map(([of, value]) => `${name}{${of}} ${value}`)];
}

function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, 'gauge', help), `${name} ${value}`];
}

function histogram(name: string, help: string, histograms: ReadonlyMap<string, Histogram>): string[] {
  const lines = [...histograms].flatMap(([of, { atMost, seconds, total }]) => [
    ...bucketsSeconds.map((bound, i) => `${name}_bucket{${of},le="${bound}"} ${atMost[i]}`),
    `${name}_bucket{${of},le="+Inf"} ${total}`,
    `${name}_sum{${of}} ${seconds}`,
    `${name}_count{${of}} ${total}`,
  ]);
  return [...head(name, 'histogram', help), ...lines];
}
