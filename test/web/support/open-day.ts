/**
 * A whole site for a day: the server as a process that can be killed, an office in a browser of its own, a receiver of webhooks, and a
 * tablet whose browser can be closed and started on the same disk.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { buildWeb } from '../../../web/build.ts';
import { run } from '../../cli/terminal.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { openReceiver, type Receiver } from '../../kit/receiver.ts';
import { startServe, type ServeProcess } from '../../kit/serve-process.ts';

/** As much as a file that is kept up to date waits between two makings, and less than a tablet takes for a wrong clock. */
const laterMs = 90_000;
const later = `--import data:text/javascript,${encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${laterMs};`)}`;

export interface OpenDay extends AsyncDisposable {
  readonly url: string;
  readonly receiver: Receiver;
  readonly office: Page;
  /** What a command of the operator prints. */
  operator(...words: readonly string[]): Promise<string>;
  /** SIGKILL: it has no time to finish anything. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  /** A page of the tablet, whose browser is started again if it runs. */
  startTablet(): Promise<Page>;
}

export async function openDay(): Promise<OpenDay> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-day-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const [executablePath, receiver] = await Promise.all([
    findBrowser(),
    openReceiver(),
    buildWeb(resolve(import.meta.dirname, '../../..')),
  ]);
  opened.use(receiver);
  const environment = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: receiver.caFile,
  };
  let port = '0';
  let server: ServeProcess | undefined;
  const startServer = async (): Promise<void> => {
    // Started again, it is a while later.
    const NODE_OPTIONS = server ? later : '';
    server = await startServe({ ...environment, PORT: port, NODE_OPTIONS }, 2);
    ({ port } = new URL(server.url));
  };
  const killServer = async (): Promise<void> => {
    server?.signal('SIGKILL');
    await server?.ended;
  };
  opened.defer(killServer);
  await startServer();
  const url = `http://127.0.0.1:${port}`;
  const browser = await chromium.launch({ executablePath });
  opened.defer(() => browser.close());
  const office = await browser.newPage({ baseURL: url, locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  office.setDefaultTimeout(patienceMs);
  let context: BrowserContext | undefined;
  opened.defer(() => context?.close());
  const startTablet = async (): Promise<Page> => {
    await context?.close();
    const viewport = { width: 1024, height: 768 };
    const options = { executablePath, baseURL: url, locale: 'en-GB', viewport, reducedMotion: 'reduce' } as const;
    context = await chromium.launchPersistentContext(join(folder, 'tablet'), options);
    context.setDefaultTimeout(patienceMs);
    return context.pages()[0] ?? (await context.newPage());
  };
  const owned = opened.move();
  return {
    url,
    receiver,
    office,
    operator: async (...words) => (await run(words, { ...environment, PORT: port })).stdout,
    killServer,
    startServer,
    startTablet,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
