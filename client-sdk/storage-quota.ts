/** The storage under the replica: whether it accepts writes, how full it is, and whether the browser may clear it. */
import { BehaviorSubject, combineLatest, type Subscription } from 'rxjs';
import type { ReplicaDatabase } from './disk/database.ts';
import type { Records } from './disk/records.ts';
import type { StorageStatus } from './sync/status.ts';

export class StorageQuota {
  readonly status$ = new BehaviorSubject<StorageStatus>({ storage: 'ok', persisted: null, rows: null, bytes: null });
  readonly #records: Records;
  readonly #size: () => Promise<number | null>;
  readonly #persist: () => Promise<boolean | null>;
  readonly #watching: Subscription;
  #isAsked = false;

  /** `persist` asks the platform never to clear the storage. */
  constructor(database: ReplicaDatabase, records: Records, persist: () => Promise<boolean | null> = askBrowser) {
    this.#records = records;
    this.#size = database.size;
    this.#persist = persist;
    this.#watching = combineLatest([database.journal.health$, database.records.health$]).subscribe((healths) => {
      const storage = healths.find((health) => health !== 'ok') ?? 'ok';
      if (storage !== this.status$.value.storage) this.#update({ storage });
    });
  }

  async measure(): Promise<void> {
    const measured = Promise.all([this.#records.count(), this.#size()]);
    const [rows, bytes] = await measured.catch(() => [null, null] as const);
    this.#update({ rows, bytes });
  }

  /** Asks for persistent storage, once; called when something is stored that nobody can make again, such as a sign-off. */
  persist(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    void this.#persist()
      .catch(() => false)
      .then((persisted) => this.#update({ persisted }));
  }

  close(): void {
    this.#watching.unsubscribe();
    this.status$.complete();
  }

  #update(news: Partial<StorageStatus>): void {
    this.status$.next({ ...this.status$.value, ...news });
  }
}

async function askBrowser(): Promise<boolean | null> {
  return (await platform()?.persist?.()) ?? null;
}

/** Absent in Node, and on a page that was not loaded over https. */
function platform(): Partial<StorageManager> | undefined {
  return globalThis.navigator?.storage;
}
