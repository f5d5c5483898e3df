/** kill -9 of the server while a photo’s file comes, and of the tablet between its pieces: the file arrives whole, and the photo once. */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApp } from '../../server/run/app.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { PushReply } from '../../shared/sync/sync.ts';
import type { Device } from '../../client-sdk/index.ts';
import { create } from '../kit/bare-device.ts';
import { openClock } from '../kit/clock.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { durablePlace, temporaryFolder } from '../kit/places.ts';
import { programFile } from '../kit/programs.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { linesUntilExit } from '../sdk-storage/child-program.ts';
import { fileOf, picture, sha256 } from './photo-file.ts';
import { report } from './table/figures.ts';
import type { TabletOrder, TabletReport } from './photo-tablet.ts';

const token = 'admin-token-of-the-photo-kill-test';
const authorization = `Bearer ${token}`;
const commandId = (): string => uuidv7(Date.now(), randomBytes(10));

interface FileState {
  readonly received: number;
  readonly complete: boolean;
}

async function answered<T>(sending: Promise<Response>): Promise<T> {
  const response = await sending;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T; // the caller names the reply of this door
}

const push = (server: ServerProcess, commands: readonly object[]): Promise<PushReply> =>
  answered(
    fetch(`${server.url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ schema: 1, commands }),
    }),
  );

const stateOf = (server: ServerProcess, hash: string): Promise<FileState> =>
  answered(fetch(`${server.url}/api/v1/sync/blobs/${hash}`, { headers: { authorization } }));

/** Sends the file from there on; `body` in place of the bytes may end nowhere. */
const put = (
  server: ServerProcess,
  { bytes, hash }: ReturnType<typeof fileOf>,
  from: number,
  to = bytes.length,
  body: BodyInit = Uint8Array.from(bytes.subarray(from, to)),
): Promise<FileState> =>
  answered(
    fetch(`${server.url}/api/v1/sync/blobs/${hash}`, {
      method: 'PUT',
      headers: { authorization, 'content-range': `bytes ${from}-${to - 1}/${bytes.length}` },
      body,
      duplex: 'half', // of Node's fetch, for a body that comes bit by bit
    } as RequestInit),
  );

describe.each(engines)('a server killed on %s', (engine) => {
  test('[SY57] a photo cut anywhere on the server is completed, and its command acts once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-photo-kill-'));
    await using fresh = await freshStoreOptions(engine);
    const environment = { DATA_DIR: dataDir, DATABASE_URL: fresh.url, SITEFILE_ADMIN_TOKEN: token };
    const [projectId, site_id] = [randomUUID(), randomUUID()];
    let server = await startServer(environment);
    const again = async (): Promise<void> => {
      await server.kill();
      server = await startServer(environment);
    };
    /** Killed during a piece: what the server had received by then is kept. */
    const hangUp = async (file: ReturnType<typeof fileOf>): Promise<number> => {
      const hanging = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Uint8Array.from(file.bytes.subarray(0, 100_000))),
      });
      const sending = put(server, file, 0, file.bytes.length, hanging).catch(() => 'cut');
      while ((await stateOf(server, file.hash)).received < 100_000);
      await again();
      expect(await sending).toBe('cut');
      return (await stateOf(server, file.hash)).received;
    };
    const photoIds: string[] = [];
    try {
      await push(server, [
        { id: commandId(), command: create('project', projectId, { name: 'Block C' }) },
        { id: commandId(), command: create('site', site_id, { project_id: projectId, name: 'East gate' }) },
      ]);
      // Not every statement, and others on either engine: each takes a start of the server.
      for (let point = engine === 'sqlite' ? 1 : 3, isArmed = true; isArmed; point += 19) {
        const file = fileOf(point);
        const id = randomUUID();
        const commands = [
          { id: commandId(), command: create('photo', id, { site_id, sha256: file.hash, file_name: `${point}.png` }) },
        ];
        photoIds.push(id);
        expect((await push(server, commands)).results).toMatchObject([{ status: 'deferred' }]);

        const received = photoIds.length === 1 ? await hangUp(file) : (await put(server, file, 0, 100_000)).received;
        expect(received).toBe(100_000);

        // Killed before the n-th statement of the answer to the last piece.
        await server.dieAt(point);
        const last = await put(server, file, received).catch(() => null);
        isArmed = last === null || !(await server.disarm());
        await again();
        for (let state = await stateOf(server, file.hash); !state.complete;)
          state = await put(server, file, Math.min(state.received, file.bytes.length - 1)); // a piece is not empty
        expect((await push(server, commands)).results).toMatchObject([{ status: 'applied', rev: 1, record_id: id }]);
        const served = await fetch(`${server.url}/api/v1/photos/${id}`, { headers: { authorization } });
        expect(sha256(await served.bytes())).toBe(sha256(picture));
      }
      expect(photoIds.length).toBeGreaterThan(2);
    } finally {
      await server.kill();
    }
    const app = await openApp(readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment }), {
      now: Date.now,
      random: randomBytes,
      log: openLog('silent'),
    });
    const { db } = app.commitContext.store;
    const photos = await db.selectFrom('record').select(['id', 'rev']).where('kind', '=', 'photo').execute();
    const entries = await db.selectFrom('audit').select('entry').execute();
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
    expect(photos.map(({ id }) => id).toSorted()).toEqual(photoIds.toSorted());
    for (const id of photoIds) expect(entries.filter(({ entry }) => entry.includes(id))).toHaveLength(1);
  });
});

test('[DV87] a server killed anywhere in a photo gets the rest, and refuses no photo', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-photo-kill-'));
  const environment = { DATA_DIR: dataDir, SITEFILE_ADMIN_TOKEN: token };
  const place = durablePlace();
  let server = await startServer(environment);
  try {
    let site_id = '';
    for (let point = 2, isArmed = true; isArmed; point += 15) {
      const { bytes } = fileOf(point);
      let isDying = false;
      const tablet = await openTablet(
        { url: server.url, adminToken: token, clock: openClock() },
        {
          place,
          seed: 2 * point,
          fetch: async (input, init) => {
            const range = new Headers(init?.headers).get('content-range');
            if (range?.endsWith(`-${bytes.length - 1}/${bytes.length}`)) {
              await server.dieAt(point);
              isDying = true;
            }
            return fetch(input, init);
          },
        },
      );
      site_id ||= await siteOn(tablet);
      await tablet.sync();
      await tablet.addPhoto({ site_id, bytes });
      await tablet.sync().catch(() => undefined);
      expect(isDying).toBe(true);
      isArmed = !(await server.disarm());
      await tablet.close();
      await server.kill();
      server = await startServer(environment);
      await using again = await openTablet(
        { url: server.url, adminToken: token, clock: openClock() },
        { place, seed: 2 * point + 1 },
      );
      await again.sync();
      expect(again.photos.list()).toEqual([]);
      expect(again.status).toMatchObject({ waiting: 0, refused: 0, photos: 0 });
    }
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('[DV88] a tablet killed anywhere in a sync sends its photo whole and once', async () => {
  await using world = await openWorld();
  const file = join(temporaryFolder(), 'tablet.sqlite');
  /** What the tablet says of itself at the end; undefined where it was killed. */
  const run = async (order: TabletOrder): Promise<TabletReport | undefined> => {
    const program = await programFile('test/faults/photo-tablet.ts');
    const [line] = await linesUntilExit(
      spawn(process.execPath, [program, world.url, world.adminToken, file, JSON.stringify(order)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    return line === undefined ? undefined : (JSON.parse(line) as TabletReport); // the program prints nothing else
  };
  const hashes: string[] = [];
  for (let request = 1, isKilled = true; isKilled; request += 3) {
    const { hash } = fileOf(request);
    hashes.push(hash);
    const unheard = await run({ add: request, dieUnheard: request });
    const unsent = await run({ dieUnsent: request + 1 });
    isKilled = unheard === undefined || unsent === undefined;
    expect(await run({})).toMatchObject({ waiting: 0, refused: 0, photos: [] });
  }
  expect(hashes.length).toBeGreaterThan(3);
  const { db } = world.app.commitContext.store;
  const photos = await db.selectFrom('record').select(['id', 'rev']).where('kind', '=', 'photo').execute();
  expect(photos.map(({ rev }) => rev)).toEqual(hashes.map(() => 1));
  const sent = await db.selectFrom('sent_file').select('sha256').execute();
  expect(sent.map(({ sha256: each }) => each).toSorted()).toEqual(hashes.toSorted());
  report('tabletKilled', { injected: 2 * hashes.length, survived: photos.length, lost: 0, doubled: 0 });
  for (const { id } of photos) {
    const served = await fetch(`${world.url}/api/v1/photos/${id}`, {
      headers: { authorization: `Bearer ${world.adminToken}` },
    });
    expect(sha256(await served.bytes())).toBe(sha256(picture));
  }
}, 240_000);

async function siteOn(tablet: Device): Promise<string> {
  const project_id = await tablet.projects.create({ name: 'Block C' });
  return await tablet.sites.create({ project_id, name: 'East gate' });
}
