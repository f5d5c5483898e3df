/** `migrate`: opens the store, which migrates it, and exits. */
import type { Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

export async function migrateStore(terminal: Terminal): Promise<{ store: string; status: string }> {
  return await withStore(terminal, async ({ store }) => ({ store: store.engine, status: 'up to date' }));
}
