/** Proves on demand that the replica is what the server holds (client-sdk/sync/checksum-verify.ts). */
import type { SyncLoop } from './sync-loop.ts';
import type { Journal } from '../disk/journal.ts';
import { SyncError } from '../base/sync-error.ts';

const attempts = 5;

/**
 * True where the replica was exactly what the server holds; false where it was not, and has been fetched again. Null where it holds less
 * on purpose. Throws a SyncError.
 */
export async function verifyReplica(loop: SyncLoop, journal: Journal): Promise<boolean | null> {
  if (journal.state.kept !== null) return null;
  const { mismatches } = journal.state;
  await journal.change(() => ({ state: { verified_at: null } }));
  for (let attempt = 0; attempt < attempts; attempt++) {
    await loop.sync();
    if (journal.state.mismatches > mismatches) return false;
    if (journal.state.verified_at !== null) return true;
  }
  throw new SyncError('busy', 'The records change too quickly to be compared; try again later.');
}
