/**
 * The rows of a list, read once and then kept up by what changes: a view that follows reads nothing again, however often something
 * changes elsewhere.
 */
import { Observable } from 'rxjs';
import type { TruthRow } from './database.ts';
import { isWithin, type Records, type RowChange, type Scope } from './records.ts';

/** The rows now and after each change of one of them; null while they have to be read again. In no order. */
export function liveRows(records: Records, scope: Scope): Observable<readonly TruthRow[] | null> {
  return new Observable((subscriber) => {
    let rows: Map<string, TruthRow> | undefined;
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
      subscriber.next([...rows.values()]);
    }
    const readAgain = (): void => void read().catch((error: unknown) => subscriber.error(error));

    const following = records.changes().subscribe((changes) => {
      if (changes === null) {
        if (rows) subscriber.next(null);
        readAgain();
      } else if (!rows) meanwhile.push(...changes);
      else if (takeIn(rows, changes, scope)) subscriber.next([...rows.values()]);
    });
    readAgain();
    return () => following.unsubscribe();
  });
}

/** False where they stay as they were. */
function takeIn(rows: Map<string, TruthRow>, changes: readonly RowChange[], scope: Scope): boolean {
  let isChanged = false;
  for (const { row, gone } of changes) {
    const standing = rows.get(row.id);
    if (standing && !isNewer(row, standing, gone)) continue;
    if (!gone && isWithin(scope, row)) rows.set(row.id, row);
    else if (!rows.delete(row.id)) continue;
    isChanged = true;
  }
  return isChanged;
}

/** By its place in the feed, within the same snapshot. What was shown before it was stored comes twice. */
function isNewer(row: TruthRow, standing: TruthRow, gone: boolean): boolean {
  if (row.generation !== standing.generation) return row.generation > standing.generation;
  return row.seq > standing.seq || (gone && row.seq === standing.seq);
}
