/** `migrate`: opens the store, which migrates it or begins a new one, and exits. */
import type { Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

export async function migrateStore(terminal: Terminal): Promise<{ store: string; status: string }> {
  return await withStore(terminal, async ({ store }) => ({ store: store.engine, status: 'up to date' }), 'begin one');
}
