/**
 * Exports unsent work, and imports it on another device of the organisation. Imported commands get new numbers and are idempotent: a
 * creation brings its own id, an edit the values its author saw. A sign-off keeps the seal and the place in the chain of the tablet that
 * made it; the chain of the importing tablet continues beside it.
 */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import {
  openUnsentText,
  UnsentFileError,
  type UnsentCommand,
  type UnsentFile,
  type UnsentPhoto,
} from '../../shared/sync/unsent-file.ts';
import type { Mutator, MutatorContext } from '../write/mutator.ts';
import { isoTime } from '../base/clock.ts';
import { refusalOf, stateOf, type OutboxCommand } from '../disk/outbox-command.ts';
import type { Photos } from '../sync/photos.ts';
import { openSealed } from './cipher.ts';
import { importPhotos, readPhotos } from './photos.ts';

export interface ImportResult {
  /** Outbox ids of the imported commands. */
  readonly taken: readonly number[];
  /** Number of commands and photos that were imported before, and of commands without effect. */
  readonly skipped: number;
  /** Ids of the imported photos. */
  readonly photos: readonly string[];
}

/** Every command that the server has not accepted, with these photos, as JSON text. */
export function exportText({ journal, clock }: MutatorContext, photos: readonly UnsentPhoto[]): string {
  const { state, commands: all } = journal.view$.value;
  const { client_id, device_id, organisation_id, actor } = state;
  const commands = all
    .filter((entry) => entry.state !== 'acked')
    .map((entry) => ({
      id: entry.id,
      depends_on: entry.depends_on,
      at: entry.at,
      clock_offset_ms: entry.clock_offset_ms,
      schema: entry.schema,
      state: stateOf(entry, state),
      refused: refusalOf(entry),
      command: entry.command,
    }));
  const exported_at = isoTime(clock.now());
  const file = { format: 'sitefile-unsent-1', exported_at, client_id, device_id, organisation_id, actor };
  return JSON.stringify({ ...file, commands, photos }, null, 2);
}

/** Throws UnsentFileError if the text is no export or belongs to another organisation; then nothing was imported. */
export async function importText(
  text: string,
  passphrase: string | undefined,
  context: MutatorContext,
  mutator: Mutator,
  photos: Photos,
): Promise<ImportResult> {
  const { journal } = context;
  const file = await openUnsentText(text, passphrase, openSealed);
  refuseOtherOrganisation(file, journal.state.organisation_id);
  const files = readPhotos(file.photos);
  const taken: number[] = [];
  for (const entry of file.commands.toSorted((a, b) => a.id - b.id)) {
    const id = await mutator.exclusively(() => importCommand(entry, file, journal, mutator));
    if (id !== null) taken.push(id);
  }
  const imported = await importPhotos(files, photos, context);
  const skipped = file.commands.length - taken.length + files.length - imported.length;
  return { taken, skipped, photos: imported };
}

/** The new local id; null if the command is here already or has no effect. */
async function importCommand(
  entry: UnsentCommand,
  { device_id: origin, organisation_id: organisationId }: UnsentFile,
  journal: MutatorContext['journal'],
  mutator: Mutator,
): Promise<number | null> {
  const { state, commands } = journal;
  const known = Object.hasOwn(state.imported, origin) ? (state.imported[origin] ?? {}) : {};
  // Made on this device: it still waits, or the server has accepted it. A command that was refused and discarded is wanted back.
  const isOwn =
    origin === state.device_id &&
    (commands.some(({ id }) => id === entry.id) || (entry.id < state.next_id && !entry.refused));
  if (isOwn || Object.hasOwn(known, entry.id)) return null;
  const command = entry.command as Command; // just parsed by its schema
  const shows = await shownBy(command, mutator);
  if (shows === null) return null;
  const [id] = await mutator.queue.add([{ command, shows, made: madeAs(entry, known) }], {
    state: {
      organisation_id: state.organisation_id ?? organisationId,
      // The id that it gets; if another command takes it first, nothing of this is stored.
      imported: { ...state.imported, [origin]: { ...known, [entry.id]: state.next_id } },
    },
  });
  return id ?? null;
}

/** What the command shows beside its own fields; null if it has no effect. */
async function shownBy(command: Command, mutator: Mutator): Promise<JsonObject | null> {
  try {
    return (await mutator.check(command))?.shows ?? null;
  } catch (error) {
    // What it depends on may not have been pulled yet: the server decides.
    if (error instanceof Problem) return {};
    throw error;
  }
}

function madeAs(
  { at, clock_offset_ms, schema, depends_on, command, refused }: UnsentCommand,
  idByOriginalId: Readonly<Record<string, number>>,
): Pick<OutboxCommand, 'at' | 'clock_offset_ms' | 'schema' | 'depends_on' | 'result'> {
  const { kind, id: record_id } = command;
  return {
    at,
    clock_offset_ms,
    schema,
    depends_on: depends_on.flatMap((id) => idByOriginalId[id] ?? []),
    result: refused && { id: 0, status: 'refused', seq: 0, rev: 0, kind, record_id, problem: refused },
  };
}

function refuseOtherOrganisation({ organisation_id: theirs }: UnsentFile, mine: string | null): void {
  if (mine === null || theirs === null || mine === theirs) return;
  throw new UnsentFileError('other_organisation', 'The export belongs to another organisation than this replica.');
}
