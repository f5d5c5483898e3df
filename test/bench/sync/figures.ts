/** What was measured as lines of the table: a device in a file beside the durable floor, one in memory and RxDB beside the plain one. */
import type { Figure } from '../table.ts';
import type { Candidate } from './candidates.ts';
import { devices, type LiveByCandidate } from './live.ts';
import { edits, type Day, type Work } from './measure.ts';

interface Row {
  readonly what: string;
  readonly candidate: Candidate;
  readonly floor: Candidate;
}

const rows: readonly Row[] = [
  { what: 'durable device, durable floor', candidate: 'durable', floor: 'durableFloor' },
  { what: 'durable device, plain floor', candidate: 'durable', floor: 'plainFloor' },
  { what: 'device in memory, plain floor', candidate: 'memory', floor: 'plainFloor' },
  { what: "RxDB's replication, plain floor", candidate: 'rxdb', floor: 'plainFloor' },
];

/** What crosses the wire is the same for a device in a file. */
const [durable, plain] = [rows.slice(0, 1), rows.slice(2)];

type Of<T> = Readonly<Partial<Record<Candidate, T>>>;

interface Shown {
  /** Most that the first may be of its floor. */
  readonly ratio?: number;
  readonly among?: readonly Row[];
}

/** One line for each pair that was measured; the first has the title. */
function compared<T>(
  title: string,
  all: Of<T>,
  unit: string,
  amount: (one: T) => number,
  { ratio, among = rows }: Shown = {},
): Figure[] {
  return among.flatMap(({ what, candidate, floor }, i) => {
    const [mine, its] = [all[candidate], all[floor]];
    if (!mine) return [];
    return [
      {
        what: i === 0 ? `${title}: ${what}` : `${' '.repeat(title.search(/\S/))}  ${what}`,
        ours: amount(mine),
        ...(its ? { floor: amount(its) } : {}),
        unit,
        ...(i === 0 && ratio !== undefined ? { target: { ratio } } : {}),
      },
    ];
  });
}

export function dayFigures({ of: { pull, editAll, push, settle }, ...day }: Day, records: number): readonly Figure[] {
  return [
    ...compared(`first sync of ${records} records`, pull, 'ms', ({ ms }) => ms, { ratio: 2 }),
    ...compared('  down', pull, 'MB', ({ bytesDown }) => bytesDown / 1e6, { among: plain }),
    ...compared('  memory of the client', pull, 'MB', ({ clientMegabytes }) => clientMegabytes),
    {
      what: '  memory of the server at its highest',
      ours: day.serverMegabytes,
      floor: day.floorServerMegabytes,
      unit: 'MB',
      target: { most: 130 },
    },
    ...compared(`${edits} edits offline, stored`, editAll, 'ms', ({ ms }) => ms, { among: durable }),
    ...compared(`${edits} edits, until durable on the server`, push, 'ms', ({ ms }) => ms, { ratio: 2 }),
    ...compared('  up', push, 'kB', ({ bytesUp }) => bytesUp / 1000, { among: plain }),
    ...compared('  answers', push, 'kB', ({ bytesDown }) => bytesDown / 1000, { among: plain }),
    ...compared('  processor of the server', push, 'ms', ({ serverCpuMs }) => serverCpuMs, { among: plain }),
    ...compared('  read back', settle, 'ms', ({ ms }) => ms, { among: durable }),
    ...compared('  read back, down', settle, 'kB', ({ bytesDown }) => bytesDown / 1000, { among: durable }),
    { what: "  growth of the server's file, an edit", ours: day.bytesByEdit, unit: 'B' },
  ];
}

export function liveFigures(live: LiveByCandidate): readonly Figure[] {
  const title = `one edit on ${devices} live devices`;
  return [
    ...compared(`${title}, last`, live, 'ms', ({ ms }) => ms, { ratio: 2.5 }),
    ...compared(`${title}, first`, live, 'ms', ({ firstMs }) => firstMs, { ratio: 2.5 }),
    ...compared('  processor of the server', live, 'ms', ({ serverCpuMs }) => serverCpuMs, { among: plain }),
    ...compared('  down, a device', live, 'kB', ({ bytesDown }) => bytesDown / 1000 / devices, { among: plain }),
    ...compared('  memory of all clients', live, 'MB', ({ clientMegabytes }) => clientMegabytes),
  ];
}

/** The same device in memory beside many other documents; here the floor is our own figure without them. */
export function growth(
  days: readonly [Day, Day],
  lives: readonly LiveByCandidate[],
  others: number,
): readonly Figure[] {
  const [alone, beside] = days;
  const both = (title: string, floor = 0, ours = 0, unit = 'ms'): Figure => ({
    what: `${title}, beside ${others} others`,
    ours,
    floor,
    unit,
  });
  const ofDay = (title: string, work: Work) => both(title, alone.of[work].memory?.ms, beside.of[work].memory?.ms);
  return [
    ofDay('first sync', 'pull'),
    ofDay(`${edits} edits, until durable`, 'push'),
    ofDay('edits read back', 'settle'),
    both('one edit live, last', lives[0]?.memory?.ms, lives[1]?.memory?.ms),
    both('memory of the server', alone.serverMegabytes, beside.serverMegabytes, 'MB'),
  ];
}
