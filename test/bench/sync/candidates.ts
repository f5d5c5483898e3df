/** What is compared: the SDK's device in memory and in a file, both floors, and RxDB's own replication; each client in its own process. */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { middle } from '../table.ts';
import { token } from './fill.ts';
import type { Used } from './meter.ts';
import type { Pair, Side } from './pair.ts';
import { startProgram, type Program } from './program.ts';

export const candidates = {
  durable: { side: 'ours', file: 'device-program.ts', folder: 'DEVICE_FOLDER' },
  memory: { side: 'ours', file: 'device-program.ts', folder: null },
  plainFloor: { side: 'floor', file: 'floor-client-program.ts', folder: null },
  durableFloor: { side: 'floor', file: 'floor-client-program.ts', folder: 'FLOOR_FOLDER' },
  rxdb: { side: 'floor', file: 'rxdb-client-program.ts', folder: null },
} as const;
export type Candidate = keyof typeof candidates;
export const everyCandidate = Object.keys(candidates) as readonly Candidate[]; // of the table above

export function sideOf(pair: Pair, name: Candidate): Side {
  return pair[candidates[name].side];
}

export async function startClient(pair: Pair, name: Candidate): Promise<Program> {
  const { file, folder } = candidates[name];
  return await startProgram(file, {
    SERVER_URL: sideOf(pair, name).url,
    TOKEN: token,
    ...(folder ? { [folder]: await mkdtemp(join(pair.folder, 'device-')) } : {}),
  });
}

/** In another order in each round, so that whatever else the machine does falls on all. */
export function rotated(names: readonly Candidate[], round: number): readonly Candidate[] {
  const from = round % names.length;
  return [...names.slice(from), ...names.slice(0, from)];
}

export interface Sample {
  readonly ms: number;
  /** Of the server's sockets, headers and frames included. */
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly serverCpuMs: number;
  /** Highest resident memory of the client's processes so far. */
  readonly clientMegabytes: number;
}

/** `work` resolves with the ms that count. */
export async function sampled(side: Side, clients: readonly Program[], work: () => Promise<number>): Promise<Sample> {
  const before = await side.program.ask<Used>({});
  const ms = await work();
  const after = await side.program.ask<Used>({});
  const peaks = await Promise.all(clients.map((client) => client.ask<number>({ do: 'peakMegabytes' })));
  return {
    ms,
    bytesUp: after.bytesUp - before.bytesUp,
    bytesDown: after.bytesDown - before.bytesDown,
    serverCpuMs: after.cpuMs - before.cpuMs,
    clientMegabytes: peaks.reduce((sum, peak) => sum + peak, 0),
  };
}

export function medianOf(samples: readonly Sample[]): Sample {
  const of = (member: keyof Sample): number => middle(samples.map((sample) => sample[member]));
  return {
    ms: of('ms'),
    bytesUp: of('bytesUp'),
    bytesDown: of('bytesDown'),
    serverCpuMs: of('serverCpuMs'),
    clientMegabytes: of('clientMegabytes'),
  };
}
