/**
 * Checkpoints SQLite's write-ahead log while the store is idle. By default SQLite does it inside a commit, which then takes as long as five.
 * A store that is never idle still does it in a commit, later.
 */
import type { DatabaseSync } from 'node:sqlite';

const usualRestMs = 200;
/** Pages of the log; fewer are not worth a checkpoint. */
const worthIt = 1_000;
/** Pages after which a commit does it itself: 64 MB. */
const atMost = 16_000;

export interface LogAtRest {
  /** Call after each commit. */
  note(): void;
  stop(): void;
}

/** `raw` = the connection that writes; nobody has written for `restMs`. */
export function keepLogShort(raw: DatabaseSync, restMs = usualRestMs): LogAtRest {
  raw.exec(`pragma wal_autocheckpoint = ${atMost}`);
  let timer: NodeJS.Timeout | undefined;

  function rested(): void {
    timer = undefined;
    if (raw.isTransaction) return; // its commit is noted in turn
    try {
      const { log = 0, checkpointed = 0 } = raw.prepare('pragma wal_checkpoint(noop)').get() ?? {};
      if (Number(log) - Number(checkpointed) >= worthIt) raw.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Busy, or no room: nothing is lost, and the next rest tries again.
    }
  }

  return {
    note: () => {
      if (timer) timer.refresh();
      else timer = setTimeout(rested, restMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
