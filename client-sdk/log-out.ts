/**
 * Log-out that cannot lose work (contract, Device, DV60 to DV63): it refuses while anything is unsent or refused, unless that is kept,
 * exported or given up explicitly. Afterwards the device holds nothing, or only the outbox.
 */
import { dropConfirmed, finishLogOut } from './disk/finish-log-out.ts';
import { SyncError } from './base/sync-error.ts';
import type { JournalView } from './disk/journal.ts';
import type { OutboxCommand } from './disk/outbox-command.ts';
import type { DeviceParts } from './device-parts.ts';
import type { WaitingPhoto } from './base/waiting-photo.ts';
import { ConcurrentWriteError } from './write/queue.ts';

interface Revocable {
  /** Aborted before anything is given up, the device stays as it is, and the log-out throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Awaited last, before the replica is given up; if it throws, everything stays, and the log-out throws the same. It is asked again where
   * another tab has written meanwhile, and must not write to the device itself.
   */
  readonly confirm?: () => Promise<void>;
}

interface Leaving extends Revocable {
  /** Gives up unsent and refused work. */
  readonly force?: boolean;
  /** Keeps the outbox for the next log-in under the same `name`; the confirmed records go. */
  readonly keep?: boolean;
  readonly export?: undefined;
}

interface Exporting extends Revocable {
  /** Exports the work first, under this passphrase. */
  readonly export: string;
  /** Receives the export. When it resolves, everything goes from the device; if it throws, everything stays. */
  readonly save: (text: string) => unknown;
}

/** Without any option, log-out refuses while there is unsent or refused work. */
export type LogOutOptions = Leaving | Exporting;

/** Thrown by `logOut` if it would lose work; nothing has changed, and the device continues. */
export class UnsentWorkError extends Error {
  override readonly name = 'UnsentWorkError';
  readonly code = 'unsent_work';
  /** Changes and photos that the server has not confirmed. */
  readonly waiting: number;
  /** Changes and photos that it refused and that were neither resent nor discarded. */
  readonly refused: number;

  constructor(waiting: number, refused: number) {
    super(
      `${waiting} changes are unsent and ${refused} are refused: send, export or keep them, or log out with force to give them up.`,
    );
    this.waiting = waiting;
    this.refused = refused;
  }
}

/** Throws UnsentWorkError; StorageError if the storage fails: then all work is kept, and the next opening completes a log-out that had begun. */
export async function logOut(options: LogOutOptions, parts: DeviceParts): Promise<void> {
  const { live, loop, context, photos } = parts;
  const isKept = options.export === undefined && options.keep === true;
  const isGuarded = options.export === undefined && !isKept && options.force !== true;
  if (isGuarded) requireNothingUnsent(context.journal, photos.list());
  const wasStarted = live.isStarted;
  live.pause();
  await loop.idle();
  try {
    options.signal?.throwIfAborted();
    if (isKept) await keepOutbox(options, parts);
    else await giveUpReplica(options, isGuarded, parts);
  } catch (error) {
    if (wasStarted) live.start();
    throw error;
  }
  await (isKept ? parts.close() : removeDatabase(parts));
}

/** Exports if asked to, and marks the replica as logged out: from then on no tab writes to it. */
async function giveUpReplica(options: LogOutOptions, isGuarded: boolean, parts: DeviceParts): Promise<void> {
  const { context, mutator, outbox, photos } = parts;
  const isForced = options.export === undefined && options.force === true;
  // Compared below: saving may take a while, and work may be added meanwhile.
  const exportedCommands = new Set([...context.journal.commands.values()].map(idAndState));
  const exported = options.export === undefined ? [] : await photos.withheld.without(photos.list());
  const exportedPhotos = new Set(exported.map(({ id }) => id));
  if (options.export !== undefined) await options.save(await outbox.exportUnsent({ passphrase: options.export }));
  await mutator.exclusively(async () => {
    const { journal } = context;
    const { version } = journal.state;
    await photos.refresh();
    const here = options.export === undefined ? photos.list() : await photos.withheld.without(photos.list());
    const lost = here.filter(({ id }) => !exportedPhotos.has(id));
    options.signal?.throwIfAborted();
    if (!isForced && lost.length > 0) requireNothingUnsent(journal, lost);
    await options.confirm?.();
    await journal.change((view) => {
      options.signal?.throwIfAborted();
      if (view.state.version !== version) throw new ConcurrentWriteError();
      const isSaved = [...view.commands.values()].every(
        (entry) => entry.state === 'acked' || exportedCommands.has(idAndState(entry)),
      );
      if (isGuarded || (options.export !== undefined && !isSaved)) requireNothingUnsent(view, []);
      return { state: { logged_out: true } };
    });
  });
}

/** Where tabs share it, only while it is still the replica that was given up: another tab may have made a new one of it meanwhile. */
async function removeDatabase({ tabs, database, context, close }: DeviceParts): Promise<void> {
  tabs.broadcast({ type: 'logged_out' });
  try {
    if (database.isShared) await finishLogOut(database, context.journal, context.newId);
    else await database.remove();
  } catch (error) {
    if (!(error instanceof SyncError) || error.fault !== 'stopped') throw error;
  } finally {
    await close();
  }
}

/** In a new term: what another tab still receives is not stored. */
async function keepOutbox({ signal, confirm }: Revocable, parts: DeviceParts): Promise<void> {
  const { context, mutator, records, settled, copies, tabs } = parts;
  await mutator.exclusively(async () => {
    await confirm?.();
    signal?.throwIfAborted();
    tabs.broadcast({ type: 'logged_out' });
    const journal = await context.journal.takeOver();
    await records.beginTerm(journal.term);
    await dropConfirmed(journal, records, settled, copies);
  });
}

/** The same in every tab, whose command objects differ. */
function idAndState({ id, state }: OutboxCommand): string {
  return `${id} ${state}`;
}

function requireNothingUnsent({ commands }: Pick<JournalView, 'commands'>, photos: readonly WaitingPhoto[]): void {
  const refusedPhotos = photos.filter(({ refused }) => refused !== null).length;
  const waiting = commands.waiting + photos.length - refusedPhotos;
  const refused = commands.refused + refusedPhotos;
  if (waiting + refused > 0) throw new UnsentWorkError(waiting, refused);
}
