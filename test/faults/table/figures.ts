/** What a test of faults tells `npm run faults`: one line for each time it injected some. */
import { appendFileSync } from 'node:fs';
import type { ScenarioName } from './scenarios.ts';

export interface Figures {
  /** Number of faults. */
  readonly injected: number;
  /** Pieces of work that were acknowledged, or had to arrive, and that were looked for after the faults. */
  readonly survived: number;
  readonly lost: number;
  readonly doubled: number;
}
export type Line = Figures & { readonly scenario: ScenarioName };

/** Whether this is the long run of `npm run faults`, with more faults than in `npm test`. */
export const isLongRun = process.env['FAULTS_FILE'] !== undefined;

/** Call it after the assertions. Does nothing in `npm test`. */
export function report(scenario: ScenarioName, figures: Figures): void {
  const file = process.env['FAULTS_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ scenario, ...figures } satisfies Line)}\n`);
}
