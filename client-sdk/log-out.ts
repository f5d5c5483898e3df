/**
 * Log-out that cannot lose work (contract, Devices, DV60 to DV61): it refuses while anything is unsent or refused, unless that is kept,
 * exported or given up by a person's own word. After it the device holds nothing, or nothing but that work.
 */
import type { Mutator, MutatorContext } from './write/mutator.ts';
import { Blobs } from './disk/blobs.ts';
import type { ReplicaDatabase } from './disk/database.ts';
import type { Journal, JournalView } from './disk/journal.ts';
import { newMetadata } from './disk/replica-metadata.ts';
import { isUnanswered, type OutboxCommand } from './disk/outbox-command.ts';
import type { Outbox } from './outbox.ts';
import type { Photos, WaitingPhoto } from './sync/photos.ts';
import type { Records } from './disk/records.ts';

interface Leaving {
  /** Gives up what the server has not taken. */
  readonly force?: boolean;
  /** Keeps the outbox for the next log-in under the same name; what the server said goes. */
  readonly keep?: boolean;
  readonly export?: undefined;
}

interface Exporting {
  /** A passphrase, under which that work is handed out first. */
  readonly export: string;
  /** Takes the text; everything goes from the device when it has resolved, and nothing where it throws. */
  readonly save: (text: string) => unknown;
}

/** Without any of them, log-out refuses while there is work that the server has not taken. */
export type LogOutOptions = Leaving | Exporting;

/** Thrown by `logOut` while it would lose work; nothing was changed, and the device goes on. */
export class UnsentWorkError extends Error {
  override readonly name = 'UnsentWorkError';
  readonly code = 'unsent_work';
  /** Changes that the server has not answered. */
  readonly waiting: number;
  /** Changes that it refused and that nobody has resent or discarded. */
  readonly refused: number;

  constructor(waiting: number, refused: number) {
    super(
      `${waiting} changes are unsent and ${refused} are refused: send, export or keep them, or log out with force to give them up.`,
    );
    this.waiting = waiting;
    this.refused = refused;
  }
}

interface Parts {
  readonly database: ReplicaDatabase;
  readonly records: Records;
  readonly context: MutatorContext;
  readonly mutator: Mutator;
  readonly outbox: Outbox;
  /** Those that the server does not have. */
  readonly photos: Pick<Photos, 'list' | 'refresh' | 'unconfirmed'>;
  /** Ends the exchange, so that nothing arrives any more. */
  readonly pauseSync: () => Promise<void>;
  /** Tells the other tabs, which then end their exchange and forget their tokens too. */
  readonly announce: () => void;
  /** Ends everything else. */
  readonly shut: () => Promise<void>;
}

/** Throws UnsentWorkError; StorageError where the storage refuses, and then everything is kept. */
export async function logOut(options: LogOutOptions, parts: Parts): Promise<void> {
  const { database, records, context, mutator, outbox, pauseSync: quieten, announce, shut, photos } = parts;
  const { journal } = context;
  const keep = options.export === undefined && options.keep === true;
  const isGuarded = options.export === undefined && !keep && options.force !== true;
  const isForced = options.export === undefined && options.force === true;
  /** Photos that would be lost: all but those that the export holds. */
  const lost = (saved: readonly WaitingPhoto[] = []): number =>
    isForced || keep
      ? 0
      : photos.unconfirmed() + photos.list().filter(({ id }) => !saved.some((each) => each.id === id)).length;
  if (isGuarded) refuseWhileUnsent(journal, lost());
  await quieten();
  // Whatever is changed while it is saved, which may take a while, is found in the next step.
  const exported = new Set(journal.commands.map(nameOf));
  const saved = options.export === undefined ? [] : photos.list();
  if (options.export !== undefined) await options.save(await outbox.exportUnsent({ passphrase: options.export }));
  await mutator.exclusively(async () => {
    if (keep) {
      announce();
      return forgetTruth(context, records);
    }
    await photos.refresh();
    if (lost(saved) > 0) refuseWhileUnsent(journal, lost(saved));
    // From here on no tab writes anything; whoever came before that is counted.
    await journal.change((view) => {
      // What was taken meanwhile is missed by nobody.
      const isSaved = view.commands.every((entry) => entry.state === 'acked' || exported.has(nameOf(entry)));
      if (isGuarded || (options.export !== undefined && !isSaved)) refuseWhileUnsent(view, 0);
      return { state: { logged_out: true } };
    });
  });
  if (!keep) announce();
  try {
    if (!keep) await database.remove();
  } finally {
    await shut();
  }
}

/** Of a command as it stands: other tabs read the same from the storage again. */
function nameOf({ id, number, state }: OutboxCommand): string {
  return `${id} ${number} ${state}`;
}

function refuseWhileUnsent({ commands }: Pick<JournalView, 'commands'>, photos: number): void {
  const waiting = commands.filter(isUnanswered).length + photos;
  const refused = commands.filter(({ state }) => state === 'refused').length;
  if (waiting + refused > 0) throw new UnsentWorkError(waiting, refused);
}

/** The next exchange begins with a fresh snapshot. What the server has answered well stays until that has brought it. */
async function forgetTruth({ journal }: MutatorContext, records: Records): Promise<void> {
  // What another tab still brings is not let in any more.
  await records.beginTerm((await journal.takeOver()).term);
  await journal.change(({ state }) => ({
    state: { cursor: null, generation: state.generation + 1, sweeping: true, resets: {}, settings: null, grants: null },
  }));
  const rows = await records.all();
  await records.drop(rows.map(({ id }) => id));
}

/** The last run ended in the middle of a log-out: what was to go goes now, before anybody sees it. */
export async function finishLogOut(
  database: ReplicaDatabase,
  journal: Journal,
  records: Records,
  newId: () => string,
): Promise<void> {
  const rows = await records.all();
  const drop = await new Blobs(database, journal).keys();
  // Another tab may have finished it meanwhile, and somebody may have logged in there.
  await journal.refresh();
  if (!journal.state.logged_out) return;
  await records.drop(rows.map(({ id }) => id));
  // The fence stays where it stands, and so does the count that it is compared with.
  await journal.change(({ state: { version: turn, term, logged_out }, commands }) =>
    logged_out
      ? {
          state: { ...newMetadata(newId), version: turn, term },
          remove: commands.map(({ id }) => id),
          files: { drop },
        }
      : {},
  );
  await database.journal.storageInstance.cleanup(0);
}
