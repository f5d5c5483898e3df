/** A live query: the rows of a scope, read once and then kept current by the changes alone. */
import { Observable } from 'rxjs';
import type { ConfirmedRow } from '../disk/database.ts';
import { isWithin, type Records, type RowChange, type Scope } from '../disk/records.ts';

export interface Rows {
  /** Unordered; changed in place. */
  readonly byId: ReadonlyMap<string, ConfirmedRow>;
  /** Ids of rows added, changed or removed since the previous value; null = any may have changed. */
  readonly changed: readonly string[] | null;
}

/** The rows now and after each change; null while they are read again. */
export function liveQuery(records: Records, scope: Scope): Observable<Rows | null> {
  return new Observable((subscriber) => {
    let rows: Map<string, ConfirmedRow> | undefined;
    /** Changes during the read; some of them are in the result already. */
    let pending: RowChange[] = [];
    let reads = 0;

    async function read(): Promise<void> {
      const mine = ++reads;
      rows = undefined;
      pending = [];
      const found = await records.list(scope);
      if (mine !== reads) return; // a newer read has begun
      rows = new Map(found.map((row) => [row.id, row]));
      applyChanges(rows, pending, scope);
      subscriber.next({ byId: rows, changed: null });
    }
    function tell(byId: ReadonlyMap<string, ConfirmedRow>, changed: readonly string[]): void {
      if (changed.length > 0) subscriber.next({ byId, changed });
    }
    const readAgain = (): void => void read().catch((error: unknown) => subscriber.error(error));

    const subscription = records.changes().subscribe((changes) => {
      if (changes === null) {
        if (rows) subscriber.next(null);
        readAgain();
      } else if (!rows) pending.push(...changes);
      else tell(rows, applyChanges(rows, changes, scope));
    });
    readAgain();
    return () => subscription.unsubscribe();
  });
}

/** Returns the ids of the rows that changed. */
function applyChanges(rows: Map<string, ConfirmedRow>, changes: readonly RowChange[], scope: Scope): string[] {
  const changed: string[] = [];
  for (const { row, gone } of changes) {
    const known = rows.get(row.id);
    if (known && !isNewer(row, known, gone)) continue;
    if (!gone && isWithin(scope, row)) rows.set(row.id, row);
    else if (!rows.delete(row.id)) continue;
    changed.push(row.id);
  }
  return changed;
}

/** By its place in the feed, within the same snapshot: a change that came during a read may be in its result already. */
function isNewer(row: ConfirmedRow, known: ConfirmedRow, gone: boolean): boolean {
  if (row.generation !== known.generation) return row.generation > known.generation;
  return row.seq > known.seq || (gone && row.seq === known.seq);
}
