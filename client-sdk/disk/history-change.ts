/**
 * What a device does when the server answers `history_changed` (contract, Sync, SY90): it was restored from a copy, so the replica may hold
 * what the server no longer has, and the server may miss what this device was told is settled.
 */
import type { JournalChange, JournalView } from './journal.ts';

/**
 * A fresh snapshot replaces every row; rows stay visible until it is complete. The hello that follows queues accepted commands again that
 * the server does not know. This is the place to queue settled ones again: what the server still knows has its stored answer.
 */
export function afterHistoryChange({ state }: JournalView): JournalChange {
  const { generation } = state;
  return { state: { cursor: null, generation: generation + 1, sweeping: true, resets: {}, verified_at: null } };
}
