/**
 * Records edited on this device: they stay for a day after delivery, even beyond `maxRows` (contract, Device, DV158). Otherwise their
 * author would think them lost.
 */
import type { ConfirmedRow } from '../disk/database.ts';
import { Commands } from '../disk/commands.ts';
import type { Journal } from '../disk/journal.ts';

const dayMs = 86_400_000;

export class RetentionPins {
  readonly #journal: Journal;
  /** Ids in commands that are not stored as pins yet. */
  readonly #named = new Set<string>();
  #seen = Commands.empty;

  constructor(journal: Journal) {
    this.#journal = journal;
    journal.view$.subscribe(({ commands }) => {
      for (const id of commands.recordsThatDiffer(this.#seen)) this.#named.add(id);
      this.#seen = commands;
    });
  }

  /** Ids of records and their documents, with the time of the latest edit; `now` in ms. */
  collect(rows: readonly ConfirmedRow[], now: number): Readonly<Record<string, number>> {
    for (const { command } of this.#journal.commands.values()) this.#named.add(command.id);
    const known = Object.entries(this.#journal.state.retention_pins).filter(([, at]) => at > now - dayMs);
    const named = rows.filter(({ id }) => this.#named.has(id));
    const ids = named.flatMap(({ id, document_id: documentId }) => (documentId === '' ? [id] : [id, documentId]));
    return Object.fromEntries([...known, ...ids.map((id): [string, number] => [id, now])]);
  }

  /** The pins that `collect` returned last are stored. */
  stored(): void {
    this.#named.clear();
  }
}
