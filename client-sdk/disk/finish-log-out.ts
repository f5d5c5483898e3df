/** Completes a log-out that an earlier run began and did not finish, before anybody sees the replica again. */
import { Blobs } from './blobs.ts';
import type { ReplicaDatabase } from './database.ts';
import type { Journal } from './journal.ts';
import type { Records } from './records.ts';
import { SettledCommands } from './settled-commands.ts';
import { newMetadata } from './replica-metadata.ts';

export async function finishLogOut(
  database: ReplicaDatabase,
  journal: Journal,
  records: Records,
  newId: () => string,
): Promise<void> {
  const rows = await records.all();
  const drop = [...(await new Blobs(database, journal).keys()), ...(await new SettledCommands(database).keys())];
  // Another tab may have finished it meanwhile, and somebody may have logged in there.
  await journal.refresh();
  if (!journal.state.logged_out) return;
  await records.drop(rows.map(({ id }) => id));
  // The fence row and the term that it is compared with stay; so does the version, which tells tabs of each other's writes.
  await journal.change(({ state: { version, term, logged_out }, commands }) =>
    logged_out
      ? {
          state: { ...newMetadata(newId), version, term },
          remove: [...commands.values()].map(({ id }) => id),
          files: { drop },
        }
      : {},
  );
}
