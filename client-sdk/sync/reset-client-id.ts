/**
 * A replica that has lost count (its file was restored, or the server was) goes on under a new name, and numbers what waits from 1.
 * Commands that had been taken under the old name change nothing the second time: ids and old values say what was meant.
 */
import type { JournalChange, JournalView } from '../disk/journal.ts';
import { isUnanswered, type OutboxCommand } from '../disk/outbox-command.ts';

export function resetClientId({ state, commands }: JournalView, clientId: string): JournalChange {
  const waiting = commands
    .filter(isUnanswered)
    .map((entry, i): OutboxCommand => ({ ...entry, state: 'queued', number: i + 1 }));
  const answered = commands
    .filter((entry) => !isUnanswered(entry))
    .map((entry): OutboxCommand => ({ ...entry, number: 0 }));
  return {
    state: { ...state, client_id: clientId, next_number: waiting.length + 1, sent_number: 0 },
    put: [...waiting, ...answered],
  };
}
