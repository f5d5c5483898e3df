/** Completes a log-out that an earlier run began and did not finish, before anybody sees the replica again. */
import { Blobs } from './blobs.ts';
import { Copies } from './copies.ts';
import type { ReplicaDatabase } from './database.ts';
import type { FencedJournal, Journal } from './journal.ts';
import type { Records } from './records.ts';
import { SettledCommands } from './settled-commands.ts';
import { newMetadata } from './replica-metadata.ts';

/** Leaves the outbox, with answered commands until a fresh snapshot has brought their effect. What is cut off is completed at the next opening. */
export async function dropConfirmed(
  journal: Pick<FencedJournal, 'change'>,
  records: Records,
  settled: SettledCommands,
  copies: Pick<Copies, 'keys'>,
): Promise<void> {
  const drop = [...(await settled.keys()), ...(await copies.keys())];
  await journal.change(({ state: { generation } }) => ({
    state: {
      cursor: null,
      generation: generation + 1,
      sweeping: true,
      resets: {},
      settings: null,
      locale: null,
      grants: null,
      drops_records: true,
      kept: null,
    },
    files: { drop },
  }));
  await records.drop((await records.all()).map(({ id }) => id));
  await journal.change(() => ({ state: { drops_records: false } }));
}

export async function finishLogOut(
  database: ReplicaDatabase,
  journal: Journal,
  records: Records,
  newId: () => string,
): Promise<void> {
  const rows = await records.all();
  const files = [new Blobs(database, journal), new Copies(database, journal), new SettledCommands(database)];
  const drop = (await Promise.all(files.map((each) => each.keys()))).flat();
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
