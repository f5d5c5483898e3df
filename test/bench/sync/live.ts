/** One edit on fifty live devices: how long until the first and the last other device shows it. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { openChance } from '../../kit/clock.ts';
import { middle } from '../table.ts';
import { everyCandidate, rotated, sampled, sideOf, startClient, type Candidate, type Sample } from './candidates.ts';
import { hazardBody, readPool } from './content.ts';
import type { Pair } from './pair.ts';
import type { Program } from './program.ts';
import { postTo, pushDocument } from './raw-pushes.ts';

export const devices = 50;
const [rounds, counted] = [2, 20];
/** Not counted: programs that have just begun are slower than those of a day on site. */
const warmUp = 10;
const hazards = 20;
/** Longer than an edit needs; one that takes longer still is waited for. */
const arrivalMs = 50;
/** The free RxDB opens sixteen collections in a process, and a device has two. */
const devicesByProcess = 6;

/** By edit; `ms` is the last device's. */
export interface Live extends Sample {
  readonly firstMs: number;
}

export type LiveByCandidate = Readonly<Partial<Record<Candidate, Live>>>;

/** What the devices hold: one document and its hazards, because fifty large replicas do not fit. */
interface Place {
  readonly documentId: string;
  readonly hazardIds: readonly string[];
  readonly project: string;
  /** Where the floor's clients begin. */
  readonly after: number;
}

export async function measureLive(pair: Pair, names: readonly Candidate[] = everyCandidate): Promise<LiveByCandidate> {
  const places = await placesIn(pair);
  const all = new Map<Candidate, Live[]>();
  for (let round = 0; round < rounds; round++)
    for (const name of rotated(names, round)) {
      const place = sideOf(pair, name) === pair.ours ? places.ours : places.floor;
      all.set(name, [...(all.get(name) ?? []), await measureOne(pair, name, place, round)]);
    }
  const median = (some: readonly Live[]): Live => {
    const of = (member: keyof Live): number => middle(some.map((each) => each[member]));
    return {
      ms: of('ms'),
      firstMs: of('firstMs'),
      bytesUp: of('bytesUp'),
      bytesDown: of('bytesDown'),
      serverCpuMs: of('serverCpuMs'),
      clientMegabytes: of('clientMegabytes'),
    };
  };
  return Object.fromEntries(all.entries().map(([name, some]) => [name, median(some)]));
}

async function placesIn({ ours, floor, filled }: Pair): Promise<{ readonly ours: Place; readonly floor: Place }> {
  const project = filled.liveProject;
  const onOurs = await pushDocument(ours.url, hazards, project);
  const [documentId, pool, chance] = [randomUUID(), readPool(), openChance(13)];
  const lines = Array.from({ length: hazards }, (_, i) => {
    const [id, body] = [randomUUID(), hazardBody(documentId, i, pool, chance)];
    return { id, set: { id, kind: 'hazard', rev: 1, document_id: documentId, body } };
  });
  const { after } = (await postTo(`${floor.url}/insert`, lines)) as { readonly after: number }; // the floor's answer
  return {
    ours: { ...onOurs, project, after: 0 },
    floor: { documentId, hazardIds: lines.map(({ id }) => id), project, after },
  };
}

async function measureOne(pair: Pair, name: Candidate, place: Place, round: number): Promise<Live> {
  await using stack = new AsyncDisposableStack();
  const many: Program[] = [];
  for (let left = devices; left > 0; left -= devicesByProcess) {
    const program = stack.use(await startClient(pair, name));
    await program.ask({ do: 'follow', count: Math.min(left, devicesByProcess), ...place });
    many.push(program);
  }
  const edit = (i: number) => {
    const id = place.hazardIds[i % place.hazardIds.length] ?? '';
    return timesOf(many, { id, name: `Live edit ${i} of ${name}, round ${round}` });
  };
  for (let i = 0; i < warmUp; i++) await edit(i);
  const firsts: number[] = [];
  const sample = await sampled(sideOf(pair, name), many, async () => {
    const lasts: number[] = [];
    for (let i = 0; i < counted; i++) {
      const times = await edit(i);
      firsts.push(Math.min(...times));
      lasts.push(Math.max(...times));
    }
    return middle(lasts);
  });
  return {
    ...sample,
    firstMs: middle(firsts),
    bytesUp: sample.bytesUp / counted,
    bytesDown: sample.bytesDown / counted,
    serverCpuMs: sample.serverCpuMs / counted,
  };
}

/** One edit, until each device has shown it; without the device that made it. */
async function timesOf(many: readonly Program[], edit: { readonly id: string; readonly name: string }) {
  const [author] = many;
  await Promise.all(many.map((program) => program.ask({ do: 'watch', ...edit })));
  const began = (await author?.ask<number>({ do: 'edit', ...edit })) ?? 0;
  // Nobody is asked for anything while it is on its way: on two processors, answering takes longer than the edit.
  await setTimeout(arrivalMs);
  const seen = await Promise.all(many.map((program) => program.ask<number[]>({ do: 'seen' })));
  return seen
    .flat()
    .slice(1)
    .map((at) => at - began);
}
