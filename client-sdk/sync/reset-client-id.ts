/**
 * A replica whose numbers no longer match the server's, because either was restored from a copy, continues under a new client id and
 * numbers what waits from 1. Commands accepted under the old id change nothing the second time: their ids and old values make them
 * idempotent.
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
