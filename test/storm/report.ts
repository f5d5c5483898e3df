/** What a storm tried and found. */

export interface Report {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly diverged: readonly string[];
  readonly missed: readonly string[];
  /** What should not fail, and did. */
  readonly faults: readonly string[];
  readonly tried: ReadonlyMap<string, number>;
  /** Number of acknowledged pieces of work that were looked for. */
  readonly acknowledged: number;
  /** Of these, the ones that tablets list as refused, and that stand in a conflict. */
  readonly listed: number;
  readonly disputed: number;
  readonly refused: ReadonlyMap<string, number>;
  readonly restarts: number;
  readonly events: number;
  readonly records: number;
  readonly conflicts: number;
}

const findings = ['lost', 'doubled', 'diverged', 'missed', 'faults'] as const;

export function isClean(report: Report): boolean {
  return findings.every((name) => report[name].length === 0);
}

export function reportText(report: Report): string {
  const { tried, acknowledged, listed, disputed, refused, restarts, events, records, conflicts } = report;
  return [
    `tried: ${[...tried]
      .map(([name, count]) => `${name} ${count}`)
      .toSorted()
      .join(', ')}`,
    `acknowledged: ${acknowledged}, of which refused and listed: ${listed}, in a conflict: ${disputed}`,
    `at the end: ${records} records, ${conflicts} conflicts, ${events} events; the poller started again ${restarts} times`,
    ...[...refused].map(([reason, count]) => `  refused ${count} × ${reason}`),
    ...findings.flatMap((name) => [
      `${name}: ${report[name].length}`,
      ...report[name].slice(0, 20).map((line) => `  ${line}`),
    ]),
  ].join('\n');
}
