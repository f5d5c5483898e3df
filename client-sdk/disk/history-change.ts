/**
 * What a device does when the server answers `history_changed` (contract, Sync, SY90): it was restored from a copy, so the replica may hold
 * what the server no longer has, and the server may miss what this device was told is settled.
 */
import type { JournalChange, JournalView } from './journal.ts';

/**
 * A fresh snapshot replaces every row; rows stay visible until it is complete. Accepted commands wait again, and settled ones are offered
 * again (sync/reoffer.ts): what the server still knows has its stored answer.
 */
export function afterHistoryChange({ state: { generation }, commands }: JournalView): JournalChange {
  const accepted = [...commands.values()].filter(({ state }) => state === 'acked');
  return {
    state: {
      cursor: null,
      generation: generation + 1,
      sweeping: true,
      resets: {},
      verified_at: null,
      reoffer_after: '',
      reoffer_later: [],
      reoffer_since: null,
    },
    put: accepted.map((entry) => ({ ...entry, state: 'queued', result: null })),
  };
}
