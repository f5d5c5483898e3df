/** The composition root: opens every part once, in order, and closes them in the opposite order. */
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { uuidv7 } from '../shared/uuid.ts';
import { authenticate } from './auth.ts';
import type { Ground } from './commit.ts';
import type { Config } from './config.ts';
import { docsRouter } from './docs/router.ts';
import { openRenderer } from './export/renderer.ts';
import { firstStart } from './first-start.ts';
import { openExportFollower, type ExportFollower } from './followers/exports.ts';
import { openWebhooks, type Webhooks } from './followers/webhooks.ts';
import { healthRouter } from './health.ts';
import { keyFile } from './keys.ts';
import { listen, shut, watchConnections } from './listen.ts';
import type { Log } from './log.ts';
import type { RestHouse } from './rest/house.ts';
import { openRateLimiter } from './rest/rate-limiter.ts';
import { restRouter } from './rest/router.ts';
import { openFileBlobs } from './store/blobs.ts';
import { openStore } from './store/store.ts';
import { syncRouter } from './sync/router.ts';
import { openStream } from './sync/stream.ts';
import { openWake } from './wake.ts';

/** What comes from outside, so that a whole day can be replayed: the clock, randomness, the log, and a watcher of statements. */
export interface Outside {
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  readonly onStatement?: (sql: string) => void;
}

export interface App extends AsyncDisposable {
  readonly url: string;
  readonly ground: Ground;
  readonly exports: ExportFollower;
  readonly webhooks: Webhooks;
  /** The admin token made at the very first start, to be shown once; null at every other start. */
  readonly newAdminToken: string | null;
  /** Answers what is under way, finishes what was begun, and lets go of everything. */
  close(): Promise<void>;
}

export async function openApp(config: Config, outside: Outside): Promise<App> {
  const { now, random, log } = outside;
  await using opened = new AsyncDisposableStack();
  await mkdir(config.dataDir, { recursive: true });
  const store = opened.use(
    await openStore({
      url: config.databaseUrl,
      file: join(config.dataDir, 'sitefile.db'),
      ...(outside.onStatement ? { onStatement: outside.onStatement } : {}),
    }),
  );
  const wake = openWake();
  const ground: Ground = { store, now, newId: () => uuidv7(now(), random(10)), wake: wake.call };
  const newAdminToken = await firstStart(ground, config, random);
  const blobs = openFileBlobs(join(config.dataDir, 'blobs'));
  const renderer = opened.use(openRenderer());
  const exports = openExportFollower({ ground, blobs, renderer, wake, log });
  opened.defer(() => exports.close());
  const webhooks = await openWebhooks({ config, store, now, random, wake, log });
  opened.defer(() => webhooks.close());
  let url = '';
  const house: RestHouse = {
    ground,
    store,
    blobs,
    authenticate: (authorization) => authenticate(store, authorization, now()),
    baseUrl: () => config.baseUrl ?? url,
    signingKey: await keyFile(join(config.dataDir, 'keys'), 'downloads.key'),
    limiter: config.rateLimit ? openRateLimiter(now) : null,
    saveWebhook: webhooks,
    log,
  };
  const closing = new AbortController();
  const server = serve(house, wake, closing.signal);
  const connections = watchConnections(server);
  opened.defer(() => shut(server, connections));
  opened.defer(() => closing.abort());
  const stream = openStream(server, ground, wake, house.authenticate);
  opened.defer(() => stream.close());
  url = await listen(server, config.host, config.port);
  const owned = opened.move();
  const close = (): Promise<void> => owned.disposeAsync();
  return { url: house.baseUrl(), ground, exports, webhooks, newAdminToken, close, [Symbol.asyncDispose]: close };
}

function serve(house: RestHouse, wake: ReturnType<typeof openWake>, closing: AbortSignal): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(healthRouter(house.store));
  app.use(docsRouter(house));
  app.use(restRouter(house, { '/api/v1/sync': syncRouter(house, wake, closing) }));
  // Slow callers are cut off: headers within 20 s, a whole request within 2 minutes.
  return createServer({ headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 10_000 }, app);
}
