/** What `npm start` costs on a data folder that exists: time until it is ready, memory at rest, and memory during a first sync. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fill, token } from './sync/fill.ts';
import type { Used } from './sync/meter.ts';
import { startProgram } from './sync/program.ts';
import { startServer } from './sync/server.ts';
import { middle, type Figure } from './table.ts';

const records = 10_000;
const runs = 5;
const restMs = 2_000;

export async function start(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    const { project } = await fill(dataDir, 0, records);
    const starts: Start[] = [];
    for (let run = 0; run < runs; run++) starts.push(await measureStart(dataDir, project));
    const of = (member: keyof Start): number => middle(starts.map((each) => each[member]));
    const MB = 'MB';
    return [
      { what: 'ready after', ours: of('readyMs'), unit: 'ms', target: { most: 600 } },
      { what: '  processor time', ours: of('cpuMs'), unit: 'ms' },
      { what: '  memory, highest', ours: of('peakMegabytes'), unit: MB },
      { what: 'memory at rest', ours: of('restMegabytes'), unit: MB, target: { most: 90 } },
      { what: `memory, highest, first sync of ${records}`, ours: of('syncMegabytes'), unit: MB, target: { most: 130 } },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Start {
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
  readonly restMegabytes: number;
  readonly syncMegabytes: number;
}

async function measureStart(dataDir: string, project: string): Promise<Start> {
  // Nothing has checked this folder yet: the first check of all records would run meanwhile.
  const environment = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', INTEGRITY_CHECK_HOURS: '0' };
  await using server = await startServer(environment);
  const { cpuMs, peakMegabytes } = await server.ask<Used>({});
  await delay(restMs);
  const { megabytes: restMegabytes } = await server.ask<Used>({});
  await using device = await startProgram('device-program.ts', { SERVER_URL: String(server.ready), TOKEN: token });
  await device.ask({ do: 'pull', project });
  const { peakMegabytes: syncMegabytes } = await server.ask<Used>({});
  return { readyMs: server.readyMs, cpuMs, peakMegabytes, restMegabytes, syncMegabytes };
}
