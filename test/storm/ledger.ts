/** What was acknowledged in a storm, and by whom; nothing else is known about what the servers should hold. */
import type { Work } from './orders.ts';

export interface Entry extends Work {
  readonly by: string;
  readonly move: string;
}

export class Ledger {
  readonly entries = new Map<string, Entry>();
  /** Words that were given to somebody who then died, or lost the line: their work may be there once, or not at all. */
  readonly unsure = new Set<string>();
  /** Never forgotten: a removal that nobody may hold any more may have taken effect. */
  readonly removals: Entry[] = [];
  readonly tried = new Map<string, number>();
  /** What should not fail, and did. */
  readonly faults: string[] = [];
  #atCopy = new Set<string>();
  readonly #record: (line: string) => void;

  constructor(record: (line: string) => void) {
    this.#record = record;
  }

  /** In the record, so that a cause can be found afterwards. */
  note(what: string): void {
    this.#record(`${new Date().toISOString()} ${what}\n`);
  }

  count(what: string): void {
    this.tried.set(what, (this.tried.get(what) ?? 0) + 1);
  }

  add(entry: Entry): void {
    this.entries.set(entry.word, entry);
    if (entry.shape === 'removal') this.removals.push(entry);
    this.note(`done ${JSON.stringify(entry)}`);
  }

  fault(what: string): void {
    this.faults.push(what);
    this.note(`fault ${what}`);
  }

  /** Nobody knows any more whether it is there. */
  forget(word: string): void {
    this.entries.delete(word);
    this.unsure.add(word);
  }

  /** Surely has the office's work; what tablets did may not have been delivered yet. */
  copied(): void {
    const office = [...this.entries.values()].filter(({ by }) => by === 'office');
    this.#atCopy = new Set(office.map(({ word }) => word));
  }

  /** The servers are back at the last copy: what nobody holds any more is gone. Returns how many entries that are. */
  restored(isHeld: (word: string) => boolean): number {
    let lost = 0;
    for (const { word } of this.entries.values()) {
      if (this.#atCopy.has(word) || isHeld(word)) continue;
      this.forget(word);
      lost += 1;
    }
    this.note(`restored: ${lost} entries were held by nobody`);
    return lost;
  }
}
