/** The server and the floor beside each other, with the same records behind the same number of others. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fill, type Filled } from './fill.ts';
import { startProgram, type Program } from './program.ts';
import { startServer } from './server.ts';

export interface Side {
  readonly url: string;
  readonly program: Program;
}

export interface Pair extends AsyncDisposable {
  readonly filled: Filled;
  /** Of the data and of durable devices. */
  readonly folder: string;
  /** The server's database. */
  readonly file: string;
  readonly ours: Side;
  readonly floor: Side;
}

export async function openPair(folder: string, othersBefore: number, records: number): Promise<Pair> {
  const dataDir = join(folder, `beside-${othersBefore}`);
  await mkdir(dataDir);
  const file = join(dataDir, 'sitefile.db');
  const filled = await fill(dataDir, othersBefore, records);
  const floor = await startProgram('floor-server-program.ts', {
    FLOOR_FILE: join(dataDir, 'floor.db'),
    FLOOR_SOURCE: file,
    FLOOR_FROM: String(filled.from),
  });
  const ours = await startServer({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  return {
    filled,
    folder: dataDir,
    file,
    ours: { url: String(ours.ready), program: ours },
    floor: { url: String(floor.ready), program: floor },
    [Symbol.asyncDispose]: async () => {
      await ours[Symbol.asyncDispose]();
      await floor[Symbol.asyncDispose]();
    },
  };
}
