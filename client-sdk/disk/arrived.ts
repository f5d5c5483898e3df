/**
 * What the server has of this device's work: the changes whose effect the feed has brought, each with when it did and the number of its
 * record there. Read from the settled commands, which note both (journal.ts).
 */
import { distinctUntilChanged, from, switchMap, type Observable } from 'rxjs';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Journal } from './journal.ts';
import { isSound } from './outbox-command.ts';
import type { LateArrivals } from './replica-metadata.ts';
import type { SettledCommands } from './settled-commands.ts';

export interface ArrivedItem {
  readonly id: string;
  readonly kind: string;
  readonly record_id: string;
  readonly op: Command['op'];
  readonly action: string | null;
  /** By field: what the user wrote. */
  readonly mine: JsonObject;
  /** Server time at which the feed brought it. */
  readonly arrived_at: string;
  /** Position of what it changed in the organisation's feed; 0 if it changed nothing. */
  readonly seq: number;
}

export interface Arrived {
  /** The latest first. */
  readonly items: readonly ArrivedItem[];
  /** The newest change that arrived, as it was made; null = none in the last days. */
  readonly latest: string | null;
}

/** Those that arrived at `since` or later, now and after each change. */
export function watchArrived(settled: SettledCommands, { view$ }: Journal, since: string): Observable<Arrived> {
  return view$.pipe(
    distinctUntilChanged((a, b) => a.commands === b.commands),
    switchMap(({ state }) => from(readArrived(settled, since, state.late_arrivals ?? null))),
  );
}

async function readArrived(settled: SettledCommands, since: string, late: LateArrivals | null): Promise<Arrived> {
  const rows = await settled.arrivedSince(Date.parse(since), late);
  const items = rows.flatMap((row): ArrivedItem[] => {
    const { id, command, arrived_at, seq = 0 } = row;
    if (arrived_at === undefined || arrived_at < since || !isSound(row)) return [];
    const action = command.op === 'act' ? command.action : null;
    const mine = 'set' in command ? command.set : command.op === 'act' ? command.args : {};
    return [{ id, kind: command.kind, record_id: command.id, op: command.op, action, mine, arrived_at, seq }];
  });
  return { items: items.toSorted(latestFirst), latest: rows.findLast(({ arrived_at }) => arrived_at)?.id ?? null };
}

function latestFirst(a: ArrivedItem, b: ArrivedItem): number {
  return a.arrived_at === b.arrived_at ? b.seq - a.seq : a.arrived_at < b.arrived_at ? 1 : -1;
}
