/** One edit on many live devices: how long until each has it, against a broadcast over plain WebSockets. */
import { setTimeout } from 'node:timers/promises';
import { middle } from '../table.ts';
import { token } from './fill.ts';
import { compare, type Measured, type Pair, type Timed } from './pair.ts';
import { endOfFeed } from './places.ts';
import { startProgram, type Program } from './program.ts';
import { pushDocument } from './raw-pushes.ts';

export const [devices, liveEdits] = [50, 40];
/** Not counted, on either side: programs that have just begun are slower than those of a day on site. */
export const warmUp = 20;
const hazards = 20;
/** Longer than an edit needs; one that takes longer still is waited for. */
const arrivalMs = 50;
/** The free RxDB opens thirteen collections in a process, and a device has two. */
const devicesByProcess = 6;

/**
 * Devices that hold one document alone: what they would hold besides makes no difference to an edit, and fifty replicas do not fit. The
 * floor's sockets are spread over as many processes: waking nine of them takes its time whatever they do then.
 */
export async function measureLive({ ours, floor, filled }: Pair): Promise<Measured> {
  const start = await endOfFeed(ours.url);
  const { documentId, hazardIds } = await pushDocument(ours.url, hazards);
  await using stack = new AsyncDisposableStack();
  const many: Program[] = [];
  const plain: Program[] = [];
  for (let left = devices; left > 0; left -= devicesByProcess) {
    const count = Math.min(left, devicesByProcess);
    const program = stack.use(await startProgram('device-program.ts', { SERVER_URL: ours.url, TOKEN: token }));
    await program.ask({ do: 'follow', count, start, documentId });
    many.push(program);
    const sockets = stack.use(await startProgram('floor-client-program.ts', { SERVER_URL: floor.url }));
    await sockets.ask({ do: 'listen', count });
    plain.push(sockets);
  }
  return await compare(
    ours,
    () => timesOf(many, hazardIds),
    () => timesOf(plain, filled.hazardIds.slice(-hazards)),
  );
}

/** One edit after the other, each seen by every device before the next. */
async function timesOf(many: readonly Program[], ids: readonly string[]): Promise<Timed> {
  const [author] = many;
  const times: number[] = [];
  for (let i = 0; i < warmUp + liveEdits; i++) {
    const edit = { id: ids[i % ids.length] ?? '', name: `Live edit ${i}` };
    await Promise.all(many.map((program) => program.ask({ do: 'watch', ...edit })));
    const began = (await author?.ask<number>({ do: 'edit', ...edit })) ?? 0;
    // Nobody is asked for anything while it is on its way: on two processors, answering takes longer than the edit.
    await setTimeout(arrivalMs);
    const seen = await Promise.all(many.map((program) => program.ask<number[]>({ do: 'seen' })));
    if (i >= warmUp) times.push(...seen.flat().map((at) => at - began));
  }
  const peaks = await Promise.all(many.map((program) => program.ask<number>({ do: 'peakMegabytes' })));
  return { ms: middle(times), peakMegabytes: peaks.reduce((sum, each) => sum + each, 0) };
}
