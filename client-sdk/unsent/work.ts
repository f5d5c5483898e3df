/**
 * Exports unsent work, and imports it on another device of the organisation. The commands stay the same commands: whichever device sends
 * them, the server takes each once. A sign-off keeps the seal and the place in the chain of the tablet that made it; the chain of the
 * importing tablet continues beside it.
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
import {
  asDamaged,
  identityOf,
  isSound,
  refusalOf,
  refusedResult,
  type CommandIdentity,
  type OutboxCommand,
} from '../disk/outbox-command.ts';
import { actorOf } from '../disk/known-actor.ts';
import type { SettledCommands } from '../disk/settled-commands.ts';
import type { Photos } from '../sync/photos.ts';
import { inSendingOrder, laneOf } from '../write/priority.ts';
import { openSealed } from './cipher.ts';
import { importPhotos, readPhotos } from './photos.ts';

export interface ImportResult {
  /** Outbox ids of the imported commands. */
  readonly taken: readonly string[];
  /** Number of commands and photos that are known here. */
  readonly skipped: number;
  /** Ids of the imported photos. */
  readonly photos: readonly string[];
}

interface Parts {
  readonly context: MutatorContext;
  readonly mutator: Mutator;
  readonly settled: SettledCommands;
  readonly photos: Photos;
}

/** Every command that the server has not accepted, in the order of sending, as JSON text; photos stand for their own commands. */
export function exportText({ journal, clock, sessions }: MutatorContext, photos: readonly UnsentPhoto[]): string {
  const { state, commands: all } = journal.view$.value;
  const { device_id, organisation_id } = state;
  const actor = actorOf(state, sessions.current);
  const refused = all.sorted().filter((entry) => entry.state === 'refused');
  const photoIds = new Set(photos.map(({ id }) => id));
  const others = [...inSendingOrder(all), ...refused].filter(({ command }) => !photoIds.has(command.id));
  const commands = others.map((entry) => ({
    ...identityOf(entry),
    state: entry.state === 'refused' ? 'refused' : 'queued',
    refused: entry.state === 'refused' ? refusalOf(entry) : null,
  }));
  const exported_at = isoTime(clock.now());
  const file = { format: 'sitefile-unsent-1', exported_at, device_id, organisation_id, actor };
  return JSON.stringify({ ...file, commands, photos }, null, 2);
}

/** Throws UnsentFileError if the text is no export or belongs to another organisation; then nothing was imported. */
export async function importText(text: string, passphrase: string | undefined, parts: Parts): Promise<ImportResult> {
  const { context, mutator, photos } = parts;
  const file = await openUnsentText(text, passphrase, openSealed);
  refuseOtherOrganisation(file, context.journal.state.organisation_id);
  const files = readPhotos(file.photos);
  const taken: string[] = [];
  for (const entry of file.commands) {
    if (await mutator.exclusively(() => importCommand(entry, file, parts))) taken.push(entry.id);
  }
  const imported = await importPhotos(files, photos, context);
  const skipped = file.commands.length - taken.length + files.length - imported.length;
  return { taken, skipped, photos: imported };
}

/** False if the command is or was here already. */
async function importCommand(
  entry: UnsentCommand,
  { device_id, organisation_id: organisationId }: UnsentFile,
  { context: { journal }, mutator, settled }: Parts,
): Promise<boolean> {
  const { state, commands } = journal;
  if (commands.get(entry.id) || (await settled.among([entry.id])).length > 0) return false;
  const command = entry.command as Command; // just parsed by its schema
  const shows = await shownBy(command, mutator);
  const made = asMade(entry, device_id);
  const lane = (entry.prev === null ? undefined : commands.get(entry.prev)?.lane) ?? laneOf(command, commands);
  const result = entry.refused && refusedResult(made, entry.refused);
  const taken: OutboxCommand = { ...made, state: result ? 'refused' : 'queued', lane, shows, result };
  await mutator.queue.take(isSound(taken) ? taken : asDamaged(taken), {
    organisation_id: state.organisation_id ?? organisationId,
  });
  return true;
}

function asMade({ state: _, refused: __, ...queued }: UnsentCommand, device: string): CommandIdentity {
  const { author = { actor: null, device }, clock_offset_ms = null, depends_on = [], hash = '' } = queued;
  return { ...queued, author, clock_offset_ms, depends_on, hash };
}

/** What the command shows beside its own fields. One without effect here may have one on the server. */
async function shownBy(command: Command, mutator: Mutator): Promise<JsonObject> {
  try {
    return (await mutator.check(command))?.shows ?? {};
  } catch (error) {
    // What it depends on may not have been pulled yet: the server decides.
    if (error instanceof Problem) return {};
    throw error;
  }
}

function refuseOtherOrganisation({ organisation_id: theirs }: UnsentFile, mine: string | null): void {
  if (mine === null || theirs === null || mine === theirs) return;
  throw new UnsentFileError('other_organisation', 'The export belongs to another organisation than this replica.');
}
