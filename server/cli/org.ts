/** `org create`: a new, empty organisation. */
import { openOrganisation } from '../run/first-start.ts';
import type { Options, Terminal } from './terminal.ts';
import { withStore } from './with-store.ts';

export async function createOrg(terminal: Terminal, { name }: Options): Promise<{ id: string; name: string }> {
  if (!name?.trim()) throw new Error('--name is required');
  return await withStore(terminal, async (context) => {
    const id = await context.store.transaction((trx) => openOrganisation(trx, context, name.trim()));
    return { id, name: name.trim() };
  });
}
