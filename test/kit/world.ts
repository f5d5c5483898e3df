/**
 * A whole small world in one line: `await using world = await openWorld()`. A real server on a fresh store of either engine, its
 * own clock and seeded randomness, tokens for every role, and doors for REST calls. Devices and receivers open beside it.
 */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../shared/model/access.ts';
import type { ExportRenderer } from '../../server/export/renderer.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { openApp, type App } from '../../server/run/app.ts';
import { newToken, type NewToken } from '../../server/auth/auth.ts';
import { operator } from '../../server/commit/operator.ts';
import { issueToken } from '../../server/commit/tokens.ts';
import type { LimitOverrides } from '../../server/http/limits.ts';
import { readConfig } from '../../server/base/config.ts';
import { openOrganisation } from '../../server/run/first-start.ts';
import { openLog, type Log } from '../../server/base/log.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { openChance, openClock, type Chance, type Clock } from './clock.ts';
import type { Device } from '../../client-sdk/index.ts';
import { freshStoreOptions } from './engines.ts';
import { testAuthority } from './certificates.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { copyOfSqlite } from './sqlite-copy.ts';
import { openTablet, type TabletOptions } from './tablet.ts';

/** Of every world, for `/metrics`. */
export const metricsToken = 'metrics-token-of-the-tests';

/**
 * Settings of a server that has its store to itself: looking for the commits of other processes wakes streams, long polls and followers
 * once more, up to a second after each of its own.
 */
export const alone = { FEED_POLL_MS: '60000' } as const;

/** `Body` is what the test expects to read; the assertions prove it. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

export interface WorldOptions {
  readonly engine?: Engine;
  readonly seed?: number;
  /** What the clock shows at the first start; the log begins then. */
  readonly startsAt?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly onStatement?: (sql: string) => void;
  /** Schemas of a made-up history. */
  readonly steps?: readonly Step[];
  /** In place of those of the product; rates count with `RATE_LIMIT=on`. */
  readonly limits?: LimitOverrides;
  /** Exports are rendered and followed only when the test says so. */
  readonly exportsByHand?: boolean;
  /** What becomes due is carried out only when the test runs the calendar. */
  readonly calendarByHand?: boolean;
  /** In place of the worker threads that render. */
  readonly renderer?: ExportRenderer;
  /** Silent otherwise. */
  readonly log?: Log;
}

export interface World extends AsyncDisposable {
  readonly url: string;
  readonly app: App;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly adminToken: string;
  readonly organisationId: string;
  /** One REST call; the body is sent as JSON, with the admin token unless another is given. */
  api<Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Body>>;
  /** A further token, of this organisation unless another is given. */
  token(role: Role, organisationId?: string, name?: string, more?: Partial<NewToken>): Promise<string>;
  organisation(name: string): Promise<string>;
  /** A device of its own memory and seed, closed with the world. */
  device(options?: TabletOptions): Promise<Device>;
  /** An HTTPS receiver that is subscribed to the events (all of them by default) and checks each signature. */
  receiver(events?: readonly string[]): Promise<Receiver>;
  /** Closes the server and opens it again on the same store; the address changes. With `steps`, it is a newer or older version then. */
  restart(steps?: readonly Step[]): Promise<void>;
  /** Copies the server's database. The returned function restarts the server on that copy: a restore from a backup. */
  backUp(): Promise<() => Promise<void>>;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const [clock, chance] = [openClock(options.startsAt), openChance(options.seed ?? 1)];
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-world-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const fresh = opened.use(await freshStoreOptions(options.engine ?? 'sqlite'));
  const adminToken = `admin-${'0'.repeat(20)}-${options.seed ?? 1}`;
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: fresh.url,
    SITEFILE_ADMIN_TOKEN: adminToken,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    METRICS_TOKEN: metricsToken,
    // Receivers of tests live on this machine, with certificates of the test authority.
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: testAuthority().caFile,
    ...options.environment,
  });
  let { steps } = options;
  const start = (): Promise<App> =>
    openApp(config, {
      now: clock.now,
      elapsed: clock.elapsed,
      random: chance.bytes,
      log: options.log ?? openLog(config.logLevel),
      ...(options.onStatement ? { onStatement: options.onStatement } : {}),
      exportsByHand: options.exportsByHand ?? false,
      calendarByHand: options.calendarByHand ?? false,
      ...(options.renderer ? { renderer: options.renderer } : {}),
      ...(steps ? { steps } : {}),
      ...(options.limits ? { limits: options.limits } : {}),
    });
  let app = await start();
  opened.defer(() => app.close());
  const feeds = await app.commitContext.store.db.selectFrom('feed').select('org_id').execute();
  const organisationId = feeds[0]?.org_id ?? '';

  async function api<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(new URL(path, app.url), {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson && text ? JSON.parse(text) : undefined) as Body,
    };
  }

  async function token(
    role: Role,
    inOrganisation = organisationId,
    name: string = role,
    more: Partial<NewToken> = {},
  ): Promise<string> {
    const secret = newToken(chance.bytes);
    const about = {
      id: app.commitContext.newId(),
      name,
      role,
      actor: { id: app.commitContext.newId(), name },
      createdAt: new Date(clock.now()).toISOString(),
      expiresAt: null,
      ...more,
    };
    await app.commitContext.store.write(inOrganisation, clock.now, (tx) => issueToken(tx, operator, secret, about));
    return secret;
  }

  let seed = (options.seed ?? 1) * 1000;
  const parts = new AsyncDisposableStack();
  opened.use(parts);

  async function receiver(events: readonly string[] = ['*']): Promise<Receiver> {
    const secret = `secret-of-receiver-${++seed}`;
    const opening = parts.use(await openReceiver({ secret }));
    const answer = await api('POST', '/api/v1/webhooks', { url: opening.url, events, secret });
    if (answer.status !== 201) throw new Error(`the subscription was refused: ${answer.text}`);
    return opening;
  }

  async function whileClosed<T>(work: () => Promise<T>): Promise<T> {
    await app.close();
    const done = await work();
    app = await start();
    return done;
  }

  const owned = opened.move();
  return {
    get url() {
      return app.url;
    },
    get app() {
      return app;
    },
    clock,
    chance,
    adminToken,
    organisationId,
    api,
    token,
    device: async (about = {}) =>
      parts.use(await openTablet({ url: app.url, adminToken, clock }, { seed: ++seed, ...about })),
    receiver,
    organisation: (name) =>
      app.commitContext.store.transaction((trx) => openOrganisation(trx, app.commitContext, name)),
    restart: async (other = steps) => {
      steps = other;
      await app.close();
      app = await start();
    },
    backUp: async () => {
      const putBack = fresh.copy ? await whileClosed(fresh.copy) : await copyOfSqlite(app.commitContext.store.db);
      return () => whileClosed(putBack);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
