/** Two servers on one store: a commit of one wakes the devices of the other. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openApp, type App } from '../../server/run/app.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { isBeat } from '../kit/bare-device.ts';
import { openChance } from '../kit/clock.ts';
import { freshStoreOptions } from '../kit/engines.ts';

const token = 'the-token-of-both-servers';

async function frame(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, 'message')) as [Buffer]; // ws gives text frames as buffers
  return isBeat(data) ? await frame(socket) : JSON.parse(String(data));
}

/** In the second case polling is so slow that only pg-notify can wake the other. */
describe.each([
  ['sqlite', '20'],
  ['postgres', '60000'],
] as const)('%s', (engine, pollMs) => {
  test('[SY23] a commit of one process wakes the streams of another on the same store', async () => {
    await using opened = new AsyncDisposableStack();
    const fresh = opened.use(await freshStoreOptions(engine));
    const folder = await mkdtemp(join(tmpdir(), 'sitefile-neighbours-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: fresh.url,
      SITEFILE_ADMIN_TOKEN: token,
      LOG_LEVEL: 'silent',
      FEED_POLL_MS: pollMs,
    });
    const start = async (seed: number): Promise<App> =>
      opened.use(await openApp(config, { now: Date.now, random: openChance(seed).bytes, log: openLog('silent') }));
    // Both start at once on an empty store and create one organisation.
    const [here, there] = await Promise.all([start(1), start(2)]);
    expect(await here.commitContext.store.db.selectFrom('feed').select('org_id').execute()).toHaveLength(1);
    const socket = new WebSocket(`${there.url.replace('http', 'ws')}/api/v1/sync/stream`);
    opened.defer(() => socket.terminate());
    await once(socket, 'open');
    const ready = frame(socket);
    socket.send(JSON.stringify({ token }));
    expect(await ready).toMatchObject({ type: 'ready' });
    const told = frame(socket);
    const answer = await fetch(`${here.url}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Harrow Lane' }),
    });
    expect(answer.status).toBe(201);
    expect(await told).toMatchObject({ type: 'poke' });
  });
});
