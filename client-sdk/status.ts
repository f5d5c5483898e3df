/** How things stand between device and server, for the line that every screen shows. */
import { BehaviorSubject, combineLatest, distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Journal, JournalView } from './journal.ts';
import { isUnsettled } from './outbox-command.ts';
import type { SyncError } from './sync-error.ts';

/** `offline` = the last exchange failed and is tried again; `stopped` = nothing is tried until somebody acts. */
export type Phase = 'idle' | 'pushing' | 'pulling' | 'offline' | 'stopped';

export interface Status {
  readonly phase: Phase;
  /** The last exchange succeeded; says more than whether there is a network. */
  readonly online: boolean;
  /** Changes that the server has not answered. */
  readonly waiting: number;
  readonly refused: number;
  /** Device's clock at the last page that came. */
  readonly lastExchangeAt: string | null;
  /** Device clock minus server clock; positive = the device is ahead. */
  readonly clockOffsetMs: number | null;
  readonly cursor: string | null;
  /** Why the last exchange failed. */
  readonly problem: SyncError | null;
}

export interface Line {
  readonly phase: Phase;
  readonly online: boolean;
  readonly problem: SyncError | null;
}

/** What only this run knows, beside what the journal remembers. */
export function newLine(): BehaviorSubject<Line> {
  return new BehaviorSubject<Line>({ phase: 'idle', online: false, problem: null });
}

export function statusOf({ state, commands }: JournalView, line: Line): Status {
  return Object.freeze({
    ...line,
    waiting: commands.filter(isUnsettled).length,
    refused: commands.filter((entry) => entry.state === 'refused').length,
    lastExchangeAt: state.last_exchange_at,
    clockOffsetMs: state.clock_offset_ms,
    cursor: state.cursor,
  });
}

export function watchStatus(journal: Journal, line: Observable<Line>): Observable<Status> {
  return combineLatest([journal.view$, line]).pipe(
    map(([view, now]) => statusOf(view, now)),
    distinctUntilChanged(same),
  );
}

function same(a: Status, b: Status): boolean {
  return (Object.keys(a) as (keyof Status)[]).every((member) => a[member] === b[member]); // keys of the value itself
}
