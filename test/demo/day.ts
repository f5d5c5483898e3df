/** Everything a day needs, opened in order and always closed in reverse: processes, connections, files. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openProxy, type Proxy } from '../kit/proxy.ts';
import { build } from '../../server/build.ts';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openReceiver, type Receiver } from '../kit/receiver.ts';
import { startServer, type Server, type Settings } from './processes.ts';
import type { Story } from './story.ts';

export interface Day extends AsyncDisposable {
  readonly story: Story;
  /** Where the day's papers go. */
  readonly outDir: string;
  /** Temporary: data of the server, files of the tablets. */
  readonly dir: string;
  readonly settings: Settings;
  readonly server: Server;
  /** The administrator's own door. */
  readonly admin: RestClient;
  readonly adminToken: string;
  /** The customer's own system, which hears of events. */
  readonly receiver: Receiver;
  readonly webhookSecret: string;
  /** The line of the tablet on the tower, which can be cut, and the weak but steady one of the site office. */
  readonly towerLine: Proxy;
  readonly officeLine: Proxy;
  /** Whatever must end with the day. */
  keep<T extends AsyncDisposable>(resource: T): T;
}

export async function openDay(story: Story, outDir: string): Promise<Day> {
  await using opened = new AsyncDisposableStack();
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const dir = await mkdtemp(join(tmpdir(), 'sitefile-demo-'));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const webhookSecret = randomBytes(24).toString('base64url');
  const receiver = opened.use(await openReceiver({ secret: webhookSecret }));
  const adminToken = `demo-${randomBytes(24).toString('base64url')}`;
  const settings = {
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    ORGANISATION_NAME: 'Harrowlyle Construction Ltd',
    SITEFILE_ADMIN_TOKEN: adminToken,
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: receiver.caFile,
  };
  await build(resolve(import.meta.dirname, '../..'));
  const server = opened.use(await startServer(settings));
  const towerLine = opened.use(await openProxy({ target: server.url }));
  const officeLine = opened.use(await openProxy({ target: server.url, latencyMs: { min: 2, max: 20 }, seed: 27 }));
  const owned = opened.move();
  return {
    story,
    outDir,
    dir,
    settings,
    server,
    admin: restClient({ server: server.url, token: adminToken }),
    adminToken,
    receiver,
    webhookSecret,
    towerLine,
    officeLine,
    keep: (resource) => owned.use(resource),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
