/**
 * The rows of a list, read once and then kept up by what changes: a view that follows reads nothing again, however often something
 * changes elsewhere.
 */
import { Observable } from 'rxjs';
import type { ConfirmedRow } from '../disk/database.ts';
import { isWithin, type Records, type RowChange, type Scope } from '../disk/records.ts';

export interface Rows {
  /** In no order; it changes in place. */
  readonly byId: ReadonlyMap<string, ConfirmedRow>;
  /** Ids of those that came, changed or went since the rows before; null = all may have. */
  readonly changed: readonly string[] | null;
}

/** The rows now and after each change of one of them; null while they have to be read again. */
export function liveQuery(records: Records, scope: Scope): Observable<Rows | null> {
  return new Observable((subscriber) => {
    let rows: Map<string, ConfirmedRow> | undefined;
    /** What changed while they were read: some of it is in them already. */
    let meanwhile: RowChange[] = [];
    let reading = 0;

    async function read(): Promise<void> {
      const mine = ++reading;
      rows = undefined;
      meanwhile = [];
      const found = await records.list(scope);
      if (mine !== reading) return; // begun once more since
      rows = new Map(found.map((row) => [row.id, row]));
      takeIn(rows, meanwhile, scope);
      subscriber.next({ byId: rows, changed: null });
    }
    function tell(byId: ReadonlyMap<string, ConfirmedRow>, changed: readonly string[]): void {
      if (changed.length > 0) subscriber.next({ byId, changed });
    }
    const readAgain = (): void => void read().catch((error: unknown) => subscriber.error(error));

    const following = records.changes().subscribe((changes) => {
      if (changes === null) {
        if (rows) subscriber.next(null);
        readAgain();
      } else if (!rows) meanwhile.push(...changes);
      else tell(rows, takeIn(rows, changes, scope));
    });
    readAgain();
    return () => following.unsubscribe();
  });
}

/** Ids of the rows that are not what they were. */
function takeIn(rows: Map<string, ConfirmedRow>, changes: readonly RowChange[], scope: Scope): string[] {
  const changed: string[] = [];
  for (const { row, gone } of changes) {
    const standing = rows.get(row.id);
    if (standing && !isNewer(row, standing, gone)) continue;
    if (!gone && isWithin(scope, row)) rows.set(row.id, row);
    else if (!rows.delete(row.id)) continue;
    changed.push(row.id);
  }
  return changed;
}

/** By its place in the feed, within the same snapshot. What was shown before it was stored comes twice. */
function isNewer(row: ConfirmedRow, standing: ConfirmedRow, gone: boolean): boolean {
  if (row.generation !== standing.generation) return row.generation > standing.generation;
  return row.seq > standing.seq || (gone && row.seq === standing.seq);
}
