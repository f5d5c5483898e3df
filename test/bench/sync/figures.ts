/** What was measured as lines of the table, with what each should be. */
import type { Figure } from '../table.ts';
import { devices, liveEdits, warmUp } from './live.ts';
import { edits, type All } from './measure.ts';

const megabyte = 1_000_000;

export function figuresOf({ initial, offline, settling, live, ...memory }: All, records: number): readonly Figure[] {
  const [afterPulls = 0, atEnd = 0] = memory.serverMegabytes;
  const [floorAfterPulls = 0, floorAtEnd = 0] = memory.floorServerMegabytes;
  return [
    {
      what: `first sync of ${records} records`,
      ours: initial.ms,
      floor: initial.floorMs,
      unit: 'ms',
      target: { ratio: 1.3 },
    },
    { what: '  on the wire', ours: initial.bytesDown / megabyte, unit: 'MB', target: { most: 5.5 } },
    {
      what: '  memory of the server at its highest',
      ours: afterPulls,
      floor: floorAfterPulls,
      unit: 'MB',
      target: { most: 130 },
    },
    {
      what: '  memory of the client at its highest',
      ours: initial.clientMegabytes,
      floor: initial.floorClientMegabytes,
      unit: 'MB',
    },
    {
      what: `${edits} offline edits, until durable`,
      ours: offline.ms,
      floor: offline.floorMs,
      unit: 'ms',
      target: { ratio: 2 },
    },
    { what: '  up', ours: offline.bytesUp / 1000, unit: 'kB', target: { most: 150 } },
    { what: '  back', ours: offline.bytesDown / 1000, unit: 'kB', target: { most: 100 } },
    {
      what: '  memory of the client at its highest',
      ours: offline.clientMegabytes,
      floor: offline.floorClientMegabytes,
      unit: 'MB',
    },
    { what: `  the ${edits} records read back`, ours: settling.ms, unit: 'ms' },
    { what: '  on the wire', ours: settling.bytesDown / 1000, unit: 'kB' },
    {
      what: `one edit on ${devices} live devices, p50`,
      ours: live.ms,
      floor: live.floorMs,
      unit: 'ms',
      target: { ratio: 1.5 },
    },
    {
      what: '  on the wire, a device and edit',
      ours: (live.bytesUp + live.bytesDown) / 1000 / devices / (warmUp + liveEdits),
      unit: 'kB',
      target: { most: 20 },
    },
    {
      what: '  memory of the devices at its highest',
      ours: live.clientMegabytes,
      floor: live.floorClientMegabytes,
      unit: 'MB',
    },
    { what: 'memory of the server at its highest', ours: atEnd, floor: floorAtEnd, unit: 'MB' },
  ];
}

/** The same beside many other documents; here the floor is our own figure without them. */
export function growth(small: All, large: All, others: number): readonly Figure[] {
  const beside = `beside ${others} others`;
  const [, atEnd = 0] = small.serverMegabytes;
  const [, largeAtEnd = 0] = large.serverMegabytes;
  const compared = (what: string, ours: number, floor: number, unit: string): Figure => ({
    what: `${what}, ${beside}`,
    ours,
    floor,
    unit,
  });
  return [
    compared('first sync', large.initial.ms, small.initial.ms, 'ms'),
    compared('offline edits', large.offline.ms, small.offline.ms, 'ms'),
    compared('edits read back', large.settling.ms, small.settling.ms, 'ms'),
    compared('one edit live', large.live.ms, small.live.ms, 'ms'),
    compared('memory of the server', largeAtEnd, atEnd, 'MB'),
  ];
}
