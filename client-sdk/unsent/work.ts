/**
 * Taking unsent work out of a device and into another one of the same organisation. What is taken in is queued under new numbers, and
 * does nothing a second time: a created record brings its own id, an edit what its author saw. A sign-off keeps the seal and the place
 * in the chain of the tablet it was made on; the chain of the tablet that takes it in goes on beside it.
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
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { mutationOf, refusalOf, stateOf, type OutboxCommand } from '../disk/outbox-command.ts';
import type { Photos } from '../sync/photos.ts';
import { openSealed } from './cipher.ts';
import { readPhotos, importPhotos } from './photos.ts';

export interface ImportResult {
  /** The outbox's ids of what was taken in. */
  readonly taken: readonly number[];
  /** Commands and photos that were taken in before, and commands that change nothing any more. */
  readonly skipped: number;
  /** Ids of the photos that were taken in; absent where the export holds none. */
  readonly photos?: readonly string[];
}

/** Every command that the server has not taken, with these photos, as JSON text. */
export function exportText({ journal, clock }: MutatorContext, photos: readonly UnsentPhoto[]): string {
  const { state, commands } = journal.view$.value;
  const numberById = new Map(commands.map((entry) => [entry.id, entry.number]));
  const unsent = commands
    .filter((entry) => entry.state !== 'acked')
    .map((entry) => ({
      ...mutationOf(entry, numberById),
      local_id: entry.id,
      local_depends_on: entry.depends_on,
      state: stateOf(entry, state),
      refused: refusalOf(entry),
    }));
  const { client_id, device_id, organisation_id, actor } = state;
  const format = photos.length > 0 ? 'sitefile-unsent-2' : 'sitefile-unsent-1';
  const head = { format, exported_at: isoTime(clock.now()), client_id, device_id };
  return JSON.stringify(
    { ...head, organisation_id, actor, commands: unsent, ...(photos.length > 0 ? { photos } : {}) },
    null,
    2,
  );
}

/** Throws UnsentFileError where the file is not one, or of another organisation; then nothing was taken. */
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
  const files = file.photos && readPhotos(file.photos);
  const origin = file.device_id ?? file.client_id;
  const idByName = new Map(Object.entries(namesOf(journal, origin)).map(([name, id]) => [Number(name), id]));
  const taken: number[] = [];
  for (const entry of file.commands.toSorted((a, b) => nameOf(a) - nameOf(b))) {
    const id = await mutator.exclusively(() =>
      takeOne(entry, origin, file.organisation_id, idByName, journal, mutator),
    );
    if (id === null) continue;
    idByName.set(nameOf(entry), id);
    taken.push(id);
  }
  const skipped = file.commands.length - taken.length;
  if (!files) return { taken, skipped };
  const came = await importPhotos(files, photos, context);
  return { taken, skipped: skipped + files.length - came.length, photos: came };
}

/** Null where it is here already, or has no effect any more. */
async function takeOne(
  entry: UnsentCommand,
  origin: string,
  organisationId: string | null,
  idByName: ReadonlyMap<number, number>,
  journal: MutatorContext['journal'],
  mutator: Mutator,
): Promise<number | null> {
  const { state, commands } = journal;
  const name = nameOf(entry);
  const known = Object.hasOwn(state.imported, origin) ? (state.imported[origin] ?? []) : [];
  if (known.includes(name) || isOwn(entry, origin, state, commands)) return null;
  const command = entry.command as Command; // just read by its schema
  const shows = await shownBy(command, mutator);
  if (shows === null) return null;
  const [id] = await mutator.queue.add([{ command, shows, made: madeAs(entry, idByName) }], {
    state: {
      organisation_id: state.organisation_id ?? organisationId,
      imported: { ...state.imported, [origin]: [...known, name] },
      // The name that it gets, if nothing comes between; and then nothing is stored.
      imported_as: { ...state.imported_as, [origin]: { ...namesOf(journal, origin), [name]: state.next_id } },
    },
  });
  return id ?? null;
}

/** Ids here of the commands that were taken in from there, by their names there. */
function namesOf({ state }: MutatorContext['journal'], origin: string): Readonly<Record<string, number>> {
  return (Object.hasOwn(state.imported_as, origin) ? state.imported_as[origin] : undefined) ?? {};
}

/** Made here: it waits here still, or the server has taken it since. One that was refused and is gone, somebody wants back. */
function isOwn(
  entry: UnsentCommand,
  origin: string,
  state: ReplicaMetadata,
  commands: readonly OutboxCommand[],
): boolean {
  if (origin !== state.device_id) return false;
  const name = nameOf(entry);
  return commands.some(({ id }) => id === name) || (name < state.next_id && !entry.refused);
}

/** What it shows here beside its own fields; null where all of it stands already. */
async function shownBy(command: Command, mutator: Mutator): Promise<JsonObject | null> {
  try {
    return (await mutator.check(command))?.shows ?? null;
  } catch (error) {
    // What it builds on may not have come down yet: the server judges.
    if (error instanceof Problem) return {};
    throw error;
  }
}

function madeAs(
  entry: UnsentCommand,
  idByName: ReadonlyMap<number, number>,
): Pick<OutboxCommand, 'at' | 'clock_offset_ms' | 'schema' | 'depends_on' | 'result'> {
  const needs = entry.local_depends_on ?? entry.depends_on ?? [];
  const { kind, id } = entry.command;
  return {
    at: entry.at,
    clock_offset_ms: entry.clock_offset_ms ?? null,
    schema: entry.schema,
    depends_on: needs.map((name) => idByName.get(name)).filter((known) => known !== undefined),
    result: entry.refused && {
      id: 0,
      status: 'refused',
      seq: 0,
      rev: 0,
      kind,
      record_id: id,
      problem: entry.refused,
    },
  };
}

function nameOf({ local_id: localId, id }: UnsentCommand): number {
  return localId ?? id;
}

function refuseOtherOrganisation({ organisation_id: theirs }: UnsentFile, mine: string | null): void {
  if (mine === null || theirs === null || mine === theirs) return;
  throw new UnsentFileError('other_organisation', 'The export was made in another organisation than this replica.');
}
