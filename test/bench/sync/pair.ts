/** The server and the floor beside each other, with the same records behind the same number of others. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fill, type Filled } from './fill.ts';
import type { Used } from './meter.ts';
import { cursorBehind, type Start } from './places.ts';
import { startProgram, type Program } from './program.ts';
import { startServer } from './server.ts';
import { middle } from '../table.ts';

export interface Side {
  readonly url: string;
  readonly program: Program;
}

export interface Pair extends AsyncDisposable {
  readonly filled: Filled;
  /** Where the measured records begin. */
  readonly start: Start;
  readonly ours: Side;
  readonly floor: Side;
}

export async function openPair(folder: string, othersBefore: number, records: number): Promise<Pair> {
  const dataDir = join(folder, `beside-${othersBefore}`);
  await mkdir(dataDir);
  const filled = await fill(dataDir, othersBefore, records);
  const floor = await startProgram('floor-server-program.ts', {
    FLOOR_FILE: join(dataDir, 'floor.db'),
    FLOOR_SOURCE: join(dataDir, 'sitefile.db'),
    FLOOR_FROM: String(filled.from),
  });
  const ours = await startServer({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const url = String(ours.ready);
  return {
    filled,
    start: await cursorBehind(url, filled.from),
    ours: { url, program: ours },
    floor: { url: String(floor.ready), program: floor },
    [Symbol.asyncDispose]: async () => {
      await ours[Symbol.asyncDispose]();
      await floor[Symbol.asyncDispose]();
    },
  };
}

export interface Timed {
  readonly ms: number;
  readonly peakMegabytes: number;
}

export interface Measured {
  readonly ms: number;
  readonly floorMs: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly clientMegabytes: number;
  readonly floorClientMegabytes: number;
}

/** Ours, then the floor; the bytes are those of our server's sockets. */
export async function compare(ours: Side, mine: () => Promise<Timed>, its: () => Promise<Timed>): Promise<Measured> {
  const before = await ours.program.ask<Used>({});
  const done = await mine();
  const after = await ours.program.ask<Used>({});
  const floor = await its();
  return {
    ms: done.ms,
    floorMs: floor.ms,
    bytesUp: after.bytesUp - before.bytesUp,
    bytesDown: after.bytesDown - before.bytesDown,
    clientMegabytes: done.peakMegabytes,
    floorClientMegabytes: floor.peakMegabytes,
  };
}

export function middleOf(all: readonly Measured[]): Measured {
  const of = (member: keyof Measured): number => middle(all.map((each) => each[member]));
  return {
    ms: of('ms'),
    floorMs: of('floorMs'),
    bytesUp: of('bytesUp'),
    bytesDown: of('bytesDown'),
    clientMegabytes: of('clientMegabytes'),
    floorClientMegabytes: of('floorClientMegabytes'),
  };
}
