/** The HTTP server with everything that it serves: health, documentation, REST and sync. */
import type * as http from 'node:http';
import { createRequire } from 'node:module';
import express, { type RequestHandler } from 'express';
import type { Config } from '../base/config.ts';
import { docsRouter } from '../docs/router.ts';
import { apiRouter } from '../http/api-router.ts';
import { handleClientErrors } from '../http/client-error.ts';
import { lastResort } from '../http/last-resort.ts';
import type { RestContext } from '../rest/request/rest-context.ts';
import { restRouter } from '../rest/router.ts';
import { syncRouter } from '../sync/router.ts';
import type { SyncContext } from '../sync/sync-context.ts';
import { healthRouter, type HealthOptions } from './health.ts';

/**
 * Required, not imported: an import reads every name of a module, and two names of this one load Node's own client of HTTP and
 * WebSockets, 13 MB that the server never uses.
 */
const { createServer } = createRequire(import.meta.url)('node:http') as typeof http;

export function openDoors(
  config: Config,
  rest: RestContext,
  sync: SyncContext,
  { metrics, clock }: Pick<HealthOptions, 'metrics' | 'clock'>,
): http.Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(metrics.counting, strictTransport(config));
  const mail = config.smtpUrl === undefined ? 'not_configured' : 'configured';
  const { now } = rest.commitContext;
  app.use(healthRouter(rest.store, { mail, metrics, clock, now, isClosing: () => rest.closing.aborted }));
  app.use(docsRouter(rest));
  app.use(apiRouter(rest, { '/': restRouter(rest), '/api/v1/sync': syncRouter(sync) }));
  app.use(lastResort);
  // Slow and silent callers are cut off: a whole request has to arrive within 2 minutes.
  const { headersMs } = sync.caps;
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: 120_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: Math.ceil(headersMs / 4),
    },
    app,
  );
  metrics.watch(server);
  handleClientErrors(server, rest);
  return server;
}

/** Where callers reach the server over HTTPS, browsers must never try anything else (RFC 6797). */
function strictTransport({ baseUrl }: Config): RequestHandler {
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  return (_request, response, next) => {
    if (isSecure) response.set('Strict-Transport-Security', 'max-age=31536000');
    next();
  };
}
