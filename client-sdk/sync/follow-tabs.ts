/** How this tab reacts to the other tabs of its replica: it shows the state of the one that syncs, and stops when one logs out. */
import type { ReplicaDatabase } from '../disk/database.ts';
import type { Journal } from '../disk/journal.ts';
import type { Records } from '../disk/records.ts';
import type { LiveSync } from './live-sync.ts';
import type { SyncLoop } from './sync-loop.ts';
import type { Sending, Tabs } from './tabs.ts';

interface Parts {
  readonly database: ReplicaDatabase;
  readonly tabs: Tabs;
  readonly journal: Journal;
  readonly records: Records;
  readonly loop: SyncLoop;
  readonly live: LiveSync;
  readonly sending: Sending;
}

/** Returns what ends it. */
export function followTabs({ database, tabs, journal, records, loop, live, sending }: Parts): () => void {
  const following = tabs.messages$.subscribe((message) => {
    if (message.type === 'state') {
      if (!live.isLeading) loop.mirror(message);
      if (message.phase !== 'pushing' && sending.ids$.value.size > 0) sending.mirror();
    } else if (message.type === 'sending') {
      sending.mirror(message.ids);
    } else if (message.type === 'state_asked') {
      if (!live.isLeading) return;
      loop.announce();
      sending.show([...sending.ids$.value], tabs);
    } else {
      loop.useToken('');
      live.stop();
    }
  });
  tabs.broadcast({ type: 'state_asked' });
  /** A tab that was frozen may have missed what others wrote. */
  const readAgain = (): void => {
    records.readAgain();
    void journal.refresh().catch(() => undefined);
  };
  if (database.isShared) {
    following.add(loop.state$.subscribe(({ problem }) => problem?.fault === 'taken_over' && readAgain()));
    document.addEventListener('resume', readAgain);
    following.add(() => document.removeEventListener('resume', readAgain));
  }
  return () => following.unsubscribe();
}
