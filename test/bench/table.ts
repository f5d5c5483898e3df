/** How figures are shown: what was done, how long it took, how long the floor took, and the ratio. */

export interface Figure {
  readonly what: string;
  readonly ours: number;
  readonly floor: number;
  readonly unit: string;
}

export function printTable(name: string, figures: readonly Figure[]): void {
  console.log(`\n${name}`);
  for (const { what, ours, floor, unit } of figures) {
    const ratio = (ours / floor).toFixed(2);
    console.log(
      `  ${what.padEnd(52)} ${ours.toFixed(1).padStart(9)} ${unit}   floor ${floor.toFixed(1).padStart(9)} ${unit}   × ${ratio}`,
    );
  }
}

/** The middle of several runs, in ms. */
export async function median(runs: number, work: (run: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
