/** A day of sync, measured: a first sync, offline edits and their way back, one edit live, and what the servers hold. */
import { middle } from '../table.ts';
import { token } from './fill.ts';
import { measureLive } from './live.ts';
import type { Used } from './meter.ts';
import { compare, middleOf, type Measured, type Pair, type Side, type Timed } from './pair.ts';
import { startProgram } from './program.ts';

export const edits = 1_000;
const runs = 5;
/** Not counted, on either side: a server that has just begun is slower than that of a day. */
const warmUp = 2;

export interface All {
  readonly initial: Measured;
  readonly offline: Measured;
  readonly settling: { readonly ms: number; readonly bytesDown: number };
  readonly live: Measured;
  /** After the first syncs, and at the end. */
  readonly serverMegabytes: readonly number[];
  readonly floorServerMegabytes: readonly number[];
}

export async function measure(pair: Pair): Promise<All> {
  const { ours, floor, start, filled } = pair;
  const used = (side: Side) => side.program.ask<Used>({});
  const initial: Measured[] = [];
  const offline: Measured[] = [];
  const settling: { ms: number; bytesDown: number }[] = [];
  let memory: (readonly [Used, Used])[] = [];
  for (let run = 0; run < warmUp + runs; run++) {
    await using device = await startProgram('device-program.ts', { SERVER_URL: ours.url, TOKEN: token });
    await using plain = await startProgram('floor-client-program.ts', { SERVER_URL: floor.url });
    const ids = filled.hazardIds.slice(run * edits, (run + 1) * edits);
    initial.push(
      await compare(
        ours,
        () => device.ask({ do: 'pull', ...start }),
        () => plain.ask({ do: 'pull' }),
      ),
    );
    if (run === 0) memory = [[await used(ours), await used(floor)]];
    await device.ask({ do: 'editAll', ids, round: run });
    offline.push(
      await compare(
        ours,
        () => device.ask({ do: 'push' }),
        () => plain.ask({ do: 'editAll', ids, round: run }),
      ),
    );
    const before = await used(ours);
    const { ms } = await device.ask<Timed>({ do: 'settle' });
    settling.push({ ms, bytesDown: (await used(ours)).bytesDown - before.bytesDown });
  }
  const live = await measureLive(pair);
  memory.push([await used(ours), await used(floor)]);
  return {
    initial: middleOf(initial.slice(warmUp)),
    offline: middleOf(offline.slice(warmUp)),
    settling: {
      ms: middle(settling.slice(warmUp).map(({ ms }) => ms)),
      bytesDown: middle(settling.slice(warmUp).map(({ bytesDown }) => bytesDown)),
    },
    live,
    serverMegabytes: memory.map(([mine]) => mine.peakMegabytes),
    floorServerMegabytes: memory.map(([, its]) => its.peakMegabytes),
  };
}
