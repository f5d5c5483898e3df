/**
 * What was worked on here lately: it stays on the device for a day after it was delivered, though there are more rows than there may be
 * (contract, Devices, DV158). Whoever wrote it would think it lost.
 */
import type { ConfirmedRow } from '../disk/database.ts';
import type { Journal } from '../disk/journal.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';

const dayMs = 86_400_000;

export class RetentionPins {
  readonly #journal: Journal;
  /** Records that commands named and that are not remembered yet. */
  readonly #named = new Set<string>();
  #newest = 0;

  /** Sees every command that is in the outbox from here on. */
  constructor(journal: Journal) {
    this.#journal = journal;
    journal.view$.subscribe(({ commands }) => {
      const fresh = commands.filter(({ id }) => id > this.#newest);
      for (const entry of fresh) this.#note(entry);
      this.#newest = Math.max(this.#newest, ...fresh.map(({ id }) => id));
    });
  }

  /** Ids of the records, and of the documents they belong to, with the time at which they were last seen here; `now` in ms. */
  collect(rows: readonly ConfirmedRow[], now: number): Readonly<Record<string, number>> {
    for (const entry of this.#journal.commands) this.#note(entry);
    const known = Object.entries(this.#journal.state.retention_pins).filter(([, at]) => at > now - dayMs);
    const named = rows.filter(({ id }) => this.#named.has(id));
    const ids = named.flatMap(({ id, document_id: documentId }) => (documentId === '' ? [id] : [id, documentId]));
    return Object.fromEntries([...known, ...ids.map((id): [string, number] => [id, now])]);
  }

  /** What `lately` said last is stored. */
  stored(): void {
    this.#named.clear();
  }

  #note({ command }: OutboxCommand): void {
    this.#named.add(command.id);
  }
}
