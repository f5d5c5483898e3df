/** Completes a log-out, also one that an earlier run began and did not finish: before anybody sees the replica again. */
import { Blobs } from './blobs.ts';
import { Copies } from './copies.ts';
import type { ReplicaDatabase } from './database.ts';
import type { FencedJournal, Journal } from './journal.ts';
import { SyncError } from '../base/sync-error.ts';
import { Records } from './records.ts';
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
      organisation_revision: null,
      grants: null,
      drops_records: true,
      kept: null,
    },
    files: { drop },
  }));
  await records.drop((await records.all()).map(({ id }) => id));
  await journal.change(() => ({ state: { drops_records: false } }));
}

/**
 * Each tab that does this begins a term of its own: one that was frozen meanwhile drops nothing of the replica that another tab has made
 * of it.
 */
export async function finishLogOut(database: ReplicaDatabase, journal: Journal, newId: () => string): Promise<void> {
  while (journal.state.logged_out)
    try {
      await dropEverything(database, journal, newId);
    } catch (error) {
      if (!(error instanceof SyncError) || error.fault !== 'taken_over') throw error;
    }
}

async function dropEverything(database: ReplicaDatabase, journal: Journal, newId: () => string): Promise<void> {
  const records = new Records(database);
  let term = 0;
  if (database.isShared) {
    // Another tab may have finished it meanwhile, and somebody may have logged in there.
    await journal.change(({ state }) =>
      state.logged_out ? { state: { term: (term = state.term + 1), logged_out: true } } : {},
    );
    if (!journal.state.logged_out) return;
    await records.beginTerm(term);
  }
  const files = [new Blobs(database, journal), new Copies(database, journal), new SettledCommands(database)];
  const drop = (await Promise.all(files.map((each) => each.keys()))).flat();
  await records.drop((await records.all()).map(({ id }) => id));
  // The fence row and the term that it is compared with stay; so does the version, which tells tabs of each other's writes.
  await journal.change(
    ({ state: { version, term: own }, commands }) => ({
      state: { ...newMetadata(newId), version, term: own },
      remove: [...commands.values()].map(({ id }) => id),
      files: { drop },
    }),
    database.isShared ? term : undefined,
  );
}
