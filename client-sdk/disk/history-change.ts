/**
 * What a device does when the server answers `history_changed` (contract, Sync, SY90): it was restored from a copy, so the replica may hold
 * what the server no longer has, and the server may miss what this device was told is settled.
 */
import type { JournalChange, JournalView } from './journal.ts';
import { lastLane, settledKey, type SettledCommand } from './outbox-command.ts';

/**
 * A fresh snapshot replaces every row; rows stay visible until it is complete. Accepted and settled commands wait again: what the server
 * still knows has its stored answer.
 */
export function afterHistoryChange(
  { state: { generation }, commands }: JournalView,
  settled: readonly SettledCommand[],
  nowMs: number,
): JournalChange {
  const accepted = [...commands.values()].filter(({ state }) => state === 'acked');
  return {
    state: {
      cursor: null,
      answered: null,
      generation: generation + 1,
      sweeping: true,
      resets: {},
      verified_at: null,
      restored_at: nowMs,
    },
    put: [
      ...accepted.map((entry) => ({ ...entry, state: 'queued' as const, result: null })),
      ...settled.map((entry) => ({ ...entry, state: 'again' as const, lane: lastLane, shows: {}, result: null })),
    ],
    files: { drop: settled.map(({ id }) => settledKey(id)) },
  };
}
