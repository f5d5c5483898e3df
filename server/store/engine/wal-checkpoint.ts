/**
 * Checkpoints SQLite's write-ahead log while the store is idle. By default SQLite checkpoints inside a commit, which then takes five times
 * as long. If the store is never idle, a commit still checkpoints, only later.
 */
import type { DatabaseSync } from 'node:sqlite';

const defaultIdleMs = 200;
/** Pages in the log below which a checkpoint is not worthwhile. */
const minPages = 1_000;
/** Pages in the log at which a commit checkpoints itself: 16 MiB. The log's file keeps that length; room for both is left on the disk (photos/quota.ts). */
const maxPages = 4_096;

export interface IdleCheckpointer {
  /** Call after each commit. */
  noteCommit(): void;
  stop(): void;
}

/** @param raw the writing connection @param idleMs time without a commit after which it checkpoints */
export function checkpointWhenIdle(raw: DatabaseSync, idleMs = defaultIdleMs): IdleCheckpointer {
  raw.exec(`pragma wal_autocheckpoint = ${maxPages}`);
  let timer: NodeJS.Timeout | undefined;

  function onIdle(): void {
    timer = undefined;
    if (raw.isTransaction) return; // its commit will call `noteCommit`
    try {
      const { log = 0, checkpointed = 0 } = raw.prepare('pragma wal_checkpoint(noop)').get() ?? {};
      if (Number(log) - Number(checkpointed) >= minPages) raw.exec('pragma wal_checkpoint(passive)');
    } catch {
      // Busy, or the disk is full. No data is lost; the next idle period retries.
    }
  }

  return {
    noteCommit: () => {
      if (timer) timer.refresh();
      else timer = setTimeout(onIdle, idleMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
