/** Photos of 14 MB over a line that is cut every 2 MB; the floor is the same line without cuts. Device and server in their own processes. */
import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { openProxy } from '../kit/proxy.ts';
import { fill, token } from './sync/fill.ts';
import type { Used } from './sync/meter.ts';
import { startProgram } from './sync/program.ts';
import { startServer } from './sync/server.ts';
import type { Figure } from './table.ts';

const photoCount = 3;
/** Pixels; noise does not compress, so that this makes 14 MB. */
const side = 2010;
const cutEvery = 2_000_000;

export async function photos(): Promise<readonly Figure[]> {
  const whole = await send();
  const cut = await send(cutEvery);
  const both = (what: string, unit: string, of: (sent: Sent) => number): Figure => ({
    what,
    ours: of(cut),
    floor: of(whole),
    unit,
  });
  const cuts = `${photoCount} photos of 14 MB, cut every ${cutEvery / 1e6} MB`;
  return [
    { what: 'photos that are not whole on the server', ours: cut.missing, unit: '', target: { most: 0 } },
    both(`${cuts}; floor: not cut`, 'ms', ({ ms }) => ms),
    both('  up', 'MB', ({ bytesUp }) => bytesUp / 1e6),
    both('  connections', '', ({ connections }) => connections),
    both('  memory of the device at its highest', 'MB', ({ deviceMegabytes }) => deviceMegabytes),
    both('  memory of the server at its highest', 'MB', ({ serverMegabytes }) => serverMegabytes),
  ];
}

interface Sent {
  readonly ms: number;
  readonly missing: number;
  readonly bytesUp: number;
  readonly connections: number;
  readonly deviceMegabytes: number;
  readonly serverMegabytes: number;
}

async function send(every?: number): Promise<Sent> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { liveProject: project } = await fill(folder, 0, 0);
  const files: string[] = [];
  for (let i = 0; i < photoCount; i++) {
    files.push(join(folder, `${i}.png`));
    await writeFile(files.at(-1) ?? '', noise());
  }
  const server = stack.use(await startServer({ PORT: '0', DATA_DIR: folder, RATE_LIMIT: 'off' }));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const site = await fetch(`${String(server.ready)}/api/v1/sites`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'East gate', project_id: project }),
  });
  if (!site.ok) throw new Error(await site.text());
  const { id: siteId } = (await site.json()) as { readonly id: string }; // the site
  const proxy = stack.use(await openProxy({ target: String(server.ready), ...(every ? { cutEvery: every } : {}) }));
  const device = stack.use(
    await startProgram('device-program.ts', { SERVER_URL: proxy.url, TOKEN: token, DEVICE_FOLDER: folder }),
  );
  const before = await server.ask<Used>({});
  const { ms, ids } = await device.ask<{ readonly ms: number; readonly ids: readonly string[] }>({
    do: 'photos',
    project,
    siteId,
    files,
  });
  const after = await server.ask<Used>({});
  const sizes = await Promise.all(
    ids.map(async (id) => {
      const served = await fetch(`${String(server.ready)}/api/v1/photos/${id}`, { headers });
      return served.ok ? (await served.bytes()).length : 0;
    }),
  );
  return {
    ms,
    missing: photoCount - sizes.filter((size) => size > 12_000_000).length,
    bytesUp: after.bytesUp - before.bytesUp,
    connections: proxy.connections,
    deviceMegabytes: await device.ask<number>({ do: 'peakMegabytes' }),
    serverMegabytes: after.peakMegabytes,
  };
}

function noise(): Buffer {
  const canvas = createCanvas(side, side);
  const pen = canvas.getContext('2d');
  const pixels = pen.createImageData(side, side);
  randomFillSync(pixels.data);
  for (let i = 3; i < pixels.data.length; i += 4) pixels.data[i] = 255;
  pen.putImageData(pixels, 0, 0);
  return canvas.toBuffer('image/png');
}
