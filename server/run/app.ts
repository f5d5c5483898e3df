/** The composition root: opens every part once, in order, and closes them in the opposite order. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { usePlatformSha256 } from '../../shared/crypto/sha256.ts';
import { startCode } from '../auth/start-code.ts';
import { openTokenUses, type TokenUses } from '../auth/token-uses.ts';
import { watchClock } from '../base/clock.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import type { Config } from '../base/config.ts';
import { openFileBlobs } from '../blobs/blobs.ts';
import type { CommitContext } from '../commit/commit.ts';
import { openMailFollower } from '../followers/mail.ts';
import type { PollLoop } from '../followers/poll-loop.ts';
import { openTransport } from '../followers/mail/send.ts';
import { openAuthentication } from '../http/authentication.ts';
import type { HttpContext } from '../http/http-context.ts';
import { caps, quotas, type Caps } from '../http/limits.ts';
import { openPeers } from '../http/peer.ts';
import { openRateLimiter } from '../http/rate-limiter.ts';
import { openRefusalLog } from '../http/refusal-log.ts';
import { invitationUrl } from '../rest/request/invitation-link.ts';
import type { RestContext } from '../rest/request/rest-context.ts';
import { boundToSignIn, signInUrl } from '../sign-in/links.ts';
import type { SignInContext } from '../sign-in/context.ts';
import { openProvider } from '../sign-in/provider/provider.ts';
import { organisationToStart } from '../sign-in/users.ts';
import { openUploads } from '../store/devices/uploads.ts';
import { openRefusedQuota } from '../store/devices/refused-quota.ts';
import { openStream, type Stream } from '../sync/stream/stream.ts';
import type { SyncContext } from '../sync/sync-context.ts';
import { openDatabase } from './database.ts';
import { openDoors } from './doors.ts';
import { openExample } from './example.ts';
import { closed, openFollowers, type Followers } from './followers.ts';
import { listen, shut, watchConnections } from './listen.ts';
import { openMetrics } from './metrics.ts';
import type { Outside } from './outside.ts';
import { readTls } from './tls.ts';
import { warningsOf } from './warnings.ts';

export interface App extends AsyncDisposable, Followers {
  readonly url: string;
  readonly commitContext: CommitContext;
  readonly mail: PollLoop;
  readonly stream: Pick<Stream, 'check'>;
  readonly tokenUses: Pick<TokenUses, 'flush'>;
  /** The admin token made at the very first start, to be shown once; null at every other start. */
  readonly newAdminToken: string | null;
  /** Opens `/office/start`, while nobody administers the first organisation; else null. */
  readonly startCode: string | null;
  /** What the operator should mend. */
  readonly warnings: readonly string[];
  /** Answers requests under way, finishes work that has begun, and releases everything. */
  close(): Promise<void>;
}

export async function openApp(config: Config, outside: Outside): Promise<App> {
  const { log } = outside;
  const clock = watchClock(outside.now, outside.elapsed);
  usePlatformSha256((message) => hash('sha256', message));
  const warnings = loggedWarnings(config, outside);
  const tls = await readTls(config);
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config, { ...outside, clock }, opened);
  const { commitContext, commitSignal, newAdminToken, keys } = database;
  const { store, newId, now } = commitContext;
  const blobs = openFileBlobs(join(config.dataDir, 'blobs'), now);
  const allCaps: Caps = { ...caps, ...config, ...outside.limits?.caps };
  const uploads = openUploads(join(config.dataDir, 'uploads'), allCaps, now);
  const metrics = openMetrics({ now, process: outside.process ?? null });
  let url = '';
  const baseUrl = (): string => config.baseUrl ?? url;
  const { exportBytesByOrganisation } = allCaps;
  const shared = { ...outside, clock, blobs, uploads, metrics, baseUrl, exportBytesByOrganisation };
  const followers = await openFollowers(config, database, shared, opened);
  const tokenUses = opened.adopt(openTokenUses({ store, now, log }), closed);
  const closing = new AbortController();
  const limiter = config.rateLimit ? openRateLimiter(now, undefined, { ...quotas, ...outside.limits?.quotas }) : null;
  const http: HttpContext = {
    ...openAuthentication({ store, now, limiter, tokenUses }),
    newId,
    ...openPeers(config.trustedProxies),
    limiter,
    baseUrl,
    corsOrigins: config.corsOrigins,
    closing: closing.signal,
    log,
    refusals: opened.adopt(openRefusalLog({ log, now }), closed),
  };
  const rest: RestContext = {
    ...http,
    commitContext,
    store,
    blobs,
    signingKey: keys.signing,
    exportBytesByOrganisation,
    upkeep: { dataDir: config.dataDir, checkEveryHours: config.integrityCheckHours },
    publicUrl: config.baseUrl,
    saveMirror: followers.mirrors,
    saveWebhook: followers.webhooks,
  };
  const sync: SyncContext = {
    ...http,
    commitContext,
    commitSignal,
    blobs,
    uploads,
    signingKey: keys.signing,
    caps: allCaps,
    refusedQuota: openRefusedQuota(allCaps, now),
  };
  const contexts = { rest, sync, signIn: signInContext(config, outside, rest, () => url) };
  const server = openDoors(config, contexts, { metrics, followers, warnings, tls });
  const connections = watchConnections(server);
  opened.defer(() => shut(server, connections));
  opened.defer(() => closing.abort());
  const stream = openStream(sync, server);
  opened.adopt(stream, closed);
  url = await listen(server, config.host, config.port);
  // Only now is the address known that links in e-mails lead to.
  const mail = opened.adopt(await openMail(config, rest, commitSignal), closed);
  const owned = opened.move();
  return {
    ...followers,
    url: rest.baseUrl(),
    commitContext,
    mail,
    stream,
    tokenUses,
    newAdminToken,
    startCode: await codeToStart(rest),
    warnings,
    close: () => owned.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openMail({ smtpUrl, mailFrom }: Config, rest: RestContext, wake: CommitSignal): Promise<PollLoop> {
  return openMailFollower({
    store: rest.store,
    now: rest.commitContext.now,
    transport: smtpUrl && mailFrom ? await openTransport({ url: smtpUrl, from: mailFrom }) : null,
    linkTo: (orgId, id, boundTo) =>
      boundTo === boundToSignIn ? signInUrl(rest, orgId, id) : invitationUrl(rest, orgId, id, boundTo),
    wake,
    log: rest.log,
  });
}

/** No example behind TLS of its own: the server would have to trust its own certificate. `url` = where this process answers itself. */
function signInContext(config: Config, outside: Outside, rest: RestContext, url: () => string): SignInContext {
  const { limiter, commitContext } = rest;
  const { random, loadExample: load } = outside;
  return {
    ...rest,
    hasMail: config.smtpUrl !== undefined,
    tell: outside.tell ?? null,
    provider: openProvider({ config, baseUrl: rest.baseUrl, now: commitContext.now, log: rest.log }),
    newUsers: config.oidcNewUsers ?? null,
    loadExample: load && !config.tlsCert ? openExample({ load, commitContext, random, limiter, url }) : null,
  };
}

async function codeToStart({ store, signingKey }: RestContext): Promise<string | null> {
  const organisationId = await organisationToStart(store);
  return organisationId && startCode(signingKey, organisationId);
}

function loggedWarnings(config: Config, { log }: Outside): readonly string[] {
  const warnings = warningsOf(config);
  for (const warning of warnings) log.warn(warning);
  return warnings;
}
