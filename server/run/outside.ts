/** What comes from outside the program, so that a whole day can be replayed: clock, randomness, log, and an observer of statements. */
import type { Step } from '../../shared/upgrade/step.ts';
import type { Elapsed } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { ExportRenderer } from '../export/renderer.ts';
import type { LimitOverrides } from '../http/limits.ts';
import type { ProcessFigures } from './metrics.ts';

export interface Outside {
  /** ms since 1970 */
  readonly now: () => number;
  /** Absent = jumps of the clock are not noticed. */
  readonly elapsed?: Elapsed;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  readonly onStatement?: (sql: string) => void;
  readonly limits?: LimitOverrides;
  readonly process?: () => ProcessFigures;
  /** Shows a line to the operator, if one reads the terminal. */
  readonly tell?: (line: string) => void;
  /** Loads the example through the API; absent = there is none on this machine. */
  readonly loadExample?: (server: { readonly url: string; readonly token: string }) => Promise<unknown>;
  /** Exports are rendered, and standing ones followed, only when they are run: at moments that a replayed day chooses. */
  readonly exportsByHand?: boolean;
  /** What becomes due with time is carried out only when the calendar is run. */
  readonly calendarByHand?: boolean;
  /** In place of the worker threads. */
  readonly renderer?: ExportRenderer;
  /** Schema steps of a test's own; absent = those that were released. */
  readonly steps?: readonly Step[];
}
