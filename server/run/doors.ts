/** The HTTP server with everything that it serves: health, documentation, REST and sync. */
import type * as http from 'node:http';
import type * as https from 'node:https';
import { createRequire } from 'node:module';
import express from 'express';
import type { Config } from '../base/config.ts';
import { docsRouter } from '../docs/router.ts';
import { apiRouter } from '../http/api-router.ts';
import { handleClientErrors } from '../http/client-error.ts';
import { refuseUnsafe, sendSafeHeaders } from '../http/every-request.ts';
import { lastResort } from '../http/last-resort.ts';
import { problemAnswers, unknownRoute } from '../http/problems.ts';
import { requestIds } from '../http/request-id.ts';
import type { RestContext } from '../rest/request/rest-context.ts';
import { restRouter } from '../rest/router.ts';
import type { SignInContext } from '../sign-in/context.ts';
import { signInRouter } from '../sign-in/router.ts';
import { syncRouter } from '../sync/router.ts';
import { checkRouter } from '../web/check/router.ts';
import { webRouter } from '../web/router.ts';
import type { SyncContext } from '../sync/sync-context.ts';
import type { Followers } from './followers.ts';
import { healthRouter, type HealthOptions } from './health.ts';
import type { Tls } from './tls.ts';

type Watched = Pick<HealthOptions, 'metrics' | 'warnings'> & {
  readonly followers: Pick<Followers, 'clock' | 'integrity'>;
};

interface Contexts {
  readonly rest: RestContext;
  readonly sync: SyncContext;
  readonly signIn: SignInContext;
}

/**
 * Required, not imported: an import reads every name of a module, and two names of this one load Node's own client of HTTP and
 * WebSockets, 13 MB that the server never uses.
 */
const require = createRequire(import.meta.url);
const { createServer } = require('node:http') as typeof http;

export function openDoors(
  config: Config,
  { rest, sync, signIn }: Contexts,
  { metrics, followers, warnings, tls }: Watched & { readonly tls: Tls | null },
): http.Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(metrics.counting, sendSafeHeaders(rest), requestIds(rest.newId), refuseUnsafe);
  const { store } = rest;
  const { now } = rest.commitContext;
  const { smtpUrl, metricsToken } = config;
  const mail = smtpUrl === undefined ? 'not_configured' : 'configured';
  const isClosing = (): boolean => rest.closing.aborted;
  const [clock, integrity] = [followers.clock.state, followers.integrity.state];
  const { limiter, addressOf } = rest;
  app.use(
    healthRouter({
      limiter,
      addressOf,
      store,
      mail,
      metrics,
      metricsToken,
      warnings,
      clock,
      integrity,
      now,
      isClosing,
    }),
  );
  app.use(docsRouter(rest));
  app.use(webRouter(), checkRouter({ limiter, addressOf, store, now }));
  app.use(
    apiRouter(rest, [
      ['/', signInRouter(signIn)],
      ['/', restRouter(rest)],
      ['/api/v1/sync', syncRouter(sync)],
    ]),
  );
  app.use(unknownRoute, problemAnswers(rest), lastResort);
  // Slow and silent callers are cut off: a whole request has to arrive within 2 minutes.
  const { headersMs } = sync.caps;
  const patience = {
    headersTimeout: headersMs,
    requestTimeout: 120_000,
    keepAliveTimeout: 10_000,
    requireHostHeader: false, // refuseUnsafe answers, with our headers
    connectionsCheckingInterval: Math.ceil(headersMs / 4),
  };
  const server = tls
    ? (require('node:https') as typeof https).createServer({ ...patience, ...tls }, app)
    : createServer(patience, app);
  // Node would answer 417 by itself, without our headers; RFC 9110, section 10.1.1, allows to ignore an expectation.
  server.on('checkExpectation', app);
  metrics.watch(server);
  handleClientErrors(server, rest);
  return server;
}
