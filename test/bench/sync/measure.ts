/** A day of sync in rounds, each candidate in turn: a first sync, edits offline, their way to the server, and what comes back. */
import { DatabaseSync } from 'node:sqlite';
import {
  everyCandidate,
  rotated,
  medianOf,
  sampled,
  sideOf,
  startClient,
  type Candidate,
  type Sample,
} from './candidates.ts';
import type { Used } from './meter.ts';
import type { Pair } from './pair.ts';

export const edits = 1_000;
const rounds = 5;
/** Not counted, on any side: a server that has just begun is slower than that of a day. */
const warmUp = 1;

const works = ['pull', 'editAll', 'push', 'settle'] as const;
export type Work = (typeof works)[number];

export interface Day {
  /** Medians; absent where a candidate does not do this work. */
  readonly of: Readonly<Record<Work, Readonly<Partial<Record<Candidate, Sample>>>>>;
  /** Growth of the server's database by an edit of a device. */
  readonly bytesByEdit: number;
  /** Highest of both servers after the first syncs. */
  readonly serverMegabytes: number;
  readonly floorServerMegabytes: number;
}

export async function measureDay(pair: Pair, names: readonly Candidate[] = everyCandidate): Promise<Day> {
  const samples = new Map<string, Sample[]>();
  let peaks: readonly number[] = [];
  let [edited, grown] = [0, 0];
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const name of rotated(names, round)) {
      await using client = await startClient(pair, name);
      const side = sideOf(pair, name);
      const order = { ids: pair.filled.hazardIds.slice(round * edits, (round + 1) * edits), round: `${name} ${round}` };
      const before = databaseBytes(pair.file);
      for (const work of works) {
        if (work === 'settle' && side === pair.floor) continue;
        const sample = await sampled(side, [client], async () => {
          const { ms } = await client.ask<{ readonly ms: number }>({
            do: work,
            project: pair.filled.project,
            ...order,
          });
          return ms;
        });
        if (round >= warmUp) samples.set(`${work} ${name}`, [...(samples.get(`${work} ${name}`) ?? []), sample]);
      }
      if (side === pair.ours) [edited, grown] = [edited + edits, grown + databaseBytes(pair.file) - before];
    }
    if (round === 0) peaks = await Promise.all([pair.ours, pair.floor].map(peakOf));
  }
  const median = (work: Work, name: Candidate) => {
    const some = samples.get(`${work} ${name}`);
    return some ? [[name, medianOf(some)] as const] : [];
  };
  const [serverMegabytes = 0, floorServerMegabytes = 0] = peaks;
  return {
    // every work has its line
    of: Object.fromEntries(
      works.map((work) => [work, Object.fromEntries(names.flatMap((name) => median(work, name)))]),
    ) as unknown as Day['of'],
    bytesByEdit: grown / edited,
    serverMegabytes,
    floorServerMegabytes,
  };
}

async function peakOf({ program }: Pair['ours']): Promise<number> {
  const { peakMegabytes } = await program.ask<Used>({});
  return peakMegabytes;
}

/** Pages in use, of the log not yet in the file too. */
function databaseBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
      Number(database.prepare(`pragma ${name}`).get()?.[name]),
    );
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
  } finally {
    database.close();
  }
}
