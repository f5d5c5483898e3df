/** Several reads of one committed state (contract, Sync, SY106): on their own, each statement would see what was committed before it. */
import type { Db } from './engine/db.ts';

/** What is committed while `work` reads is not seen. On SQLite, other reads wait until it ends: `work` must read from its own handle. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work);
}
