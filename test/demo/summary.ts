/** What the day came to: the table at the end, and the same for machines in `summary.json`. */
import type { Arrived } from './chapters/back.ts';
import type { Deliveries } from './chapters/evening.ts';
import type { Paper } from './chapters/papers.ts';

export interface Summary {
  readonly ok: true;
  readonly duration_ms: number;
  readonly claims: number;
  readonly signoffs: Omit<Arrived, 'conflicts' | 'refused'>;
  readonly edits: {
    readonly offline: number;
    readonly merged: number;
    readonly conflicts: number;
    readonly refused: number;
  };
  readonly deliveries: Deliveries;
  readonly files: readonly Paper[];
}

export function summaryTable({ signoffs, edits, deliveries, files, claims, duration_ms }: Summary): string {
  const { signed, arrived, doubled, lost, superseded, stale, current } = signoffs;
  const rows: readonly (readonly [string, string])[] = [
    ['Signatures', `${signed} signed, ${arrived} arrived, ${doubled} doubled, ${lost} lost`],
    ['', `${superseded} superseded since, ${stale} flagged as too late, ${current} current`],
    [
      'Edits made offline',
      `${edits.offline}: ${edits.merged} merged, ${edits.conflicts} conflicts listed, ${edits.refused} refused and kept`,
    ],
    ['Mishaps', '1 line cut, 1 battery flat (SIGKILL), 1 answer lost on the way'],
    ['Events', `${deliveries.events}; ${deliveries.delivered} delivered, ${deliveries.verified} signatures verified`],
    ...files.map(({ name, bytes, pages }): readonly [string, string] => [
      name,
      `${(bytes / 1024).toFixed(0)} KB${pages ? `, ${pages} pages` : ''}`,
    ]),
    ['Checked', `${claims} claims, all hold`],
    ['Duration', `${(duration_ms / 1000).toFixed(1)} s`],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(20)}${value}`).join('\n');
}
