/** How figures are shown: what was done, what it took, what the floor took, the ratio, and what it should be. */

export interface Figure {
  readonly what: string;
  readonly ours: number;
  /** Absent where there is nothing to compare with, such as a number of bytes. */
  readonly floor?: number;
  readonly unit: string;
  /** At most this many times the floor, or at most this much. */
  readonly target?: { readonly ratio: number } | { readonly most: number };
}

export function printTable(name: string, figures: readonly Figure[]): void {
  console.log(`\n${name}`);
  for (const { what, ours, floor, unit, target } of figures) {
    const compared = floor === undefined ? '' : `   floor ${amount(floor, unit)}   × ${(ours / floor).toFixed(2)}`;
    console.log(
      `  ${what.padEnd(60)} ${amount(ours, unit)}${compared.padEnd(40)}${verdict(ours, floor, target)}`.trimEnd(),
    );
  }
}

function amount(value: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 2 : 1).padStart(9)} ${unit.padEnd(2)}`;
}

function verdict(ours: number, floor: number | undefined, target: Figure['target']): string {
  if (!target) return '';
  const [reached, most] = 'ratio' in target ? [ours / (floor ?? 0), target.ratio] : [ours, target.most];
  return `   target ≤ ${'ratio' in target ? '× ' : ''}${most}${reached <= most ? '' : '   missed'}`;
}

/** The middle of several runs, in ms. */
export async function median(runs: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  return middle(times);
}

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
