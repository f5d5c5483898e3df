/** What is known of the place where the replica lives: whether it takes what is written, how full it is, and whether it is to last. */
import { combineLatest, type BehaviorSubject, type Subscription } from 'rxjs';
import type { ReplicaDatabase } from './disk/database.ts';
import type { Records } from './disk/records.ts';
import { newStorageStatus, type StorageStatus } from './sync/status.ts';
import { healthOf } from './disk/table.ts';

interface Watched {
  readonly space$: BehaviorSubject<StorageStatus>;
  /** Counts again. */
  measure(): Promise<void>;
  /** Asks once that the storage be kept for good: from the first sign-off on there is something that nobody can make again. */
  persist(): void;
  end(): void;
}

export function watchStorage(
  database: ReplicaDatabase,
  records: Records,
  persist: () => Promise<boolean | null> = askBrowser,
): Watched {
  const space$ = newStorageStatus();
  const say = (news: Partial<StorageStatus>): void => space$.next({ ...space$.value, ...news });
  const healths = [healthOf(database.journal), healthOf(database.records)] as const;
  const watching: Subscription = combineLatest(healths).subscribe(([journal, truth]) => {
    const storage = journal === 'ok' ? truth : journal;
    if (storage !== space$.value.storage) say({ storage });
  });
  let asked = false;
  return {
    space$,
    measure: async () => {
      const [rows, bytes] = await Promise.all([records.count(), usage()]).catch(() => [null, null] as const);
      say({ rows, bytes });
    },
    persist: () => {
      if (asked) return;
      asked = true;
      // A browser that answers with an error has promised nothing.
      void persist().then(
        (persisted) => say({ persisted }),
        () => say({ persisted: false }),
      );
    },
    end: () => {
      watching.unsubscribe();
      space$.complete();
    },
  };
}

async function askBrowser(): Promise<boolean | null> {
  return (await platform()?.persist?.()) ?? null;
}

async function usage(): Promise<number | null> {
  return (await platform()?.estimate?.())?.usage ?? null;
}

/** Absent in Node, and on a page that was not loaded over https. */
function platform(): Partial<StorageManager> | undefined {
  return globalThis.navigator?.storage;
}
