/** A real server that can load the example, and a real Chromium that looks at its office. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright';
import { readConfig } from '../../../server/base/config.ts';
import { openLog } from '../../../server/base/log.ts';
import { loadSample } from '../../../server/cli/sample.ts';
import { openApp, type App } from '../../../server/run/app.ts';
import { buildWeb } from '../../../web/build.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { openReceiver, type Receiver } from '../../kit/receiver.ts';
import { watchPage, type Watched } from './watch-page.ts';

export interface OpenOffice extends AsyncDisposable {
  readonly app: App;
  readonly page: Page;
  readonly receiver: Receiver;
  readonly watched: Watched;
  /** As its server was started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the operator reads in the terminal. */
  readonly told: readonly string[];
}

/** `more` = settings beside the usual ones. */
export async function openOffice(more: Readonly<Record<string, string>> = {}): Promise<OpenOffice> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-office-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [browser, receiver] = await Promise.all([
    findBrowser().then((executablePath) => chromium.launch({ executablePath })),
    openReceiver(),
    buildWeb(resolve(import.meta.dirname, '../../..')),
  ]);
  opened.defer(() => browser.close());
  opened.use(receiver);
  const told: string[] = [];
  const terminal = {
    environment: {},
    now: Date.now,
    random: (bytes: number) => randomBytes(bytes),
    print: () => {},
    complain: () => {},
    untilStopped: () => new Promise<string>(() => {}),
  };
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    // A fast machine asks more in a minute than any person.
    RATE_LIMIT: 'off',
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: receiver.caFile,
    ...more,
  };
  const app = await openApp(readConfig(environment), {
    now: terminal.now,
    random: terminal.random,
    log: openLog('silent'),
    tell: (line) => told.push(line),
    loadExample: (server) => loadSample(terminal, server),
  });
  opened.use(app);
  const page = await browser.newPage({ baseURL: app.url, locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(patienceMs);
  const watched = watchPage(page, app.url);
  const owned = opened.move();
  return { app, page, receiver, watched, environment, told, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
