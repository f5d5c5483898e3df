/** The composition root: opens every part once, in order, and closes them in the opposite order. */
import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type * as http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';
import { usePlatformSha256 } from '../../shared/crypto/sha256.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import { authenticate, callerOf, authenticateAll } from '../auth/auth.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { Config } from '../base/config.ts';
import { docsRouter } from '../docs/router.ts';
import { openRenderer } from '../export/renderer.ts';
import { firstStart } from './first-start.ts';
import { openCalendarFollower, type CalendarFollower } from '../followers/calendar.ts';
import { openExportFollower, type ExportFollower } from '../followers/exports.ts';
import { openMailFollower, type MailFollower } from '../followers/mail.ts';
import { openSearchFollower } from '../followers/search.ts';
import { openTransport } from '../followers/mail/send.ts';
import { openTombstoneFollower, type TombstoneFollower } from '../followers/tombstones.ts';
import { openWebhooks, type Webhooks } from '../followers/webhooks.ts';
import { healthRouter } from './health.ts';
import { openIds } from '../base/ids.ts';
import { keyFile } from '../auth/keys.ts';
import { listen, shut, watchConnections } from './listen.ts';
import type { Log } from '../base/log.ts';
import { openMetrics, type Memory, type Metrics } from './metrics.ts';
import type { RestContext } from '../rest/request/rest-context.ts';
import { invitationUrl } from '../rest/request/invitation-link.ts';
import { openPeerNotify } from './peer-notify.ts';
import { openRateLimiter } from '../http/rate-limiter.ts';
import { restRouter } from '../rest/router.ts';
import { answerUnreadable } from '../http/client-error.ts';
import { openFileBlobs } from '../blobs/blobs.ts';
import { openStore } from '../store/store.ts';
import { openUploads } from '../store/devices/uploads.ts';
import { syncRouter } from '../sync/router.ts';
import { openStream, type Stream } from '../sync/stream.ts';
import { openTokenUses, type TokenUses } from '../auth/token-uses.ts';
import { upgradeRecords } from '../commit/upgrade-records.ts';
import { openCommitSignal } from '../base/commit-signal.ts';

/**
 * Required, not imported: an import reads every name of a module, and two names of this one load Node's own client of HTTP and
 * WebSockets, 13 MB that the server never uses.
 */
const { createServer } = createRequire(import.meta.url)('node:http') as typeof http;

/** What comes from outside, so that a whole day can be replayed: the clock, randomness, the log, and a watcher of statements. */
export interface Outside {
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  readonly onStatement?: (sql: string) => void;
  readonly memory?: () => Memory;
  /** Schemas of a made-up history. */
  readonly steps?: readonly Step[];
}

export interface App extends AsyncDisposable {
  readonly url: string;
  readonly commitContext: CommitContext;
  readonly exports: ExportFollower;
  readonly calendar: CalendarFollower;
  readonly tombstones: TombstoneFollower;
  readonly webhooks: Webhooks;
  readonly mail: MailFollower;
  readonly stream: Pick<Stream, 'check'>;
  readonly tokenUses: Pick<TokenUses, 'flush'>;
  /** The admin token made at the very first start, to be shown once; null at every other start. */
  readonly newAdminToken: string | null;
  /** Answers what is under way, finishes what was begun, and lets go of everything. */
  close(): Promise<void>;
}

/** What a device has begun to send and not gone on with for so long is dropped at the next start. */
const keepUploadsMs = 14 * 24 * 3_600_000;

export async function openApp(config: Config, outside: Outside): Promise<App> {
  const { now, random, log } = outside;
  usePlatformSha256((message) => hash('sha256', message));
  await using opened = new AsyncDisposableStack();
  await mkdir(config.dataDir, { recursive: true });
  const store = opened.use(
    await openStore({
      url: config.databaseUrl,
      file: join(config.dataDir, 'sitefile.db'),
      ...(outside.onStatement ? { onStatement: outside.onStatement } : {}),
    }),
  );
  const wake = openCommitSignal();
  const newId = openIds(now, random);
  const { databaseUrl, feedPollMs: pollMs } = config;
  const neighbours = opened.use(openPeerNotify({ store, databaseUrl, name: newId(), wake, pollMs }));
  const moved = (organisationId: string): void => {
    wake.call(organisationId);
    neighbours.tell(organisationId);
  };
  const { steps = releasedSteps } = outside;
  const commitContext: CommitContext = { store, now, newId, wake: moved, steps };
  await upgradeRecords(store, steps, now);
  const newAdminToken = await firstStart(commitContext, config, random);
  const blobs = openFileBlobs(join(config.dataDir, 'blobs'));
  const uploads = openUploads(join(config.dataDir, 'uploads'));
  await uploads.sweep(now() - keepUploadsMs);
  const renderer = opened.use(openRenderer());
  const exports = openExportFollower({ commitContext, blobs, renderer, wake, log });
  opened.defer(() => exports.close());
  const calendar = openCalendarFollower({ commitContext, log });
  opened.defer(() => calendar.close());
  const tombstones = openTombstoneFollower({ commitContext, log });
  opened.defer(() => tombstones.close());
  const searching = openSearchFollower({ store, log });
  opened.defer(() => searching.close());
  const metrics = openMetrics({ now, memory: outside.memory ?? null });
  const webhooks = await openWebhooks({ config, store, now, random, wake, log, observe: metrics.attempt });
  opened.defer(() => webhooks.close());
  const tokenUses = openTokenUses({ store, now, log });
  opened.defer(() => tokenUses.close());
  let url = '';
  const closing = new AbortController();
  const context: RestContext = {
    commitContext,
    store,
    blobs,
    uploads,
    authenticate: async (authorization, address) => {
      const actor = await authenticate(store, callerOf(authorization, address), now());
      tokenUses.note(actor);
      return actor;
    },
    baseUrl: () => config.baseUrl ?? url,
    corsOrigins: config.corsOrigins,
    isClosing: () => closing.signal.aborted,
    signingKey: await keyFile(join(config.dataDir, 'keys'), 'downloads.key'),
    limiter: config.rateLimit ? openRateLimiter(now) : null,
    saveWebhook: webhooks,
    log,
  };
  const server = serve(context, wake, closing.signal, { config, metrics });
  metrics.watch(server);
  answerUnreadable(server, { newId, baseUrl: context.baseUrl });
  const connections = watchConnections(server);
  opened.defer(() => shut(server, connections));
  opened.defer(() => closing.abort());
  const stream = openStream({
    server,
    commitContext,
    wake,
    authenticate: context.authenticate,
    judge: (callers) => authenticateAll(store, callers, now()),
    log,
  });
  opened.defer(() => stream.close());
  url = await listen(server, config.host, config.port);
  // After the address is known: links in e-mails lead to it.
  const { smtpUrl, mailFrom } = config;
  const mail = openMailFollower({
    store,
    now,
    transport: smtpUrl && mailFrom ? await openTransport({ url: smtpUrl, from: mailFrom }) : null,
    linkTo: (...link) => invitationUrl(context, ...link),
    wake,
    log,
  });
  opened.defer(() => mail.close());
  const owned = opened.move();
  const close = (): Promise<void> => owned.disposeAsync();
  return {
    url: context.baseUrl(),
    commitContext,
    exports,
    calendar,
    tombstones,
    webhooks,
    mail,
    stream,
    tokenUses,
    newAdminToken,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function serve(
  context: RestContext,
  wake: ReturnType<typeof openCommitSignal>,
  closing: AbortSignal,
  { config, metrics }: { readonly config: Config; readonly metrics: Metrics },
): http.Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(metrics.counting, secureTransport(config));
  const mail = config.smtpUrl === undefined ? 'not_configured' : 'configured';
  app.use(healthRouter(context.store, { mail, metrics, now: context.commitContext.now, isClosing: context.isClosing }));
  app.use(docsRouter(context));
  app.use(restRouter(context, { '/api/v1/sync': syncRouter(context, wake, closing) }));
  // Slow callers are cut off: headers within 20 s, a whole request within 2 minutes.
  return createServer({ headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 10_000 }, app);
}

/** Where callers reach the server over HTTPS, browsers shall never try anything else (RFC 6797). */
function secureTransport({ baseUrl }: Config): RequestHandler {
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  return (_request, response, next) => {
    if (isSecure) response.set('Strict-Transport-Security', 'max-age=31536000');
    next();
  };
}
