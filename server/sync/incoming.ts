/** One command of a push: parsed, or refused alone with the reason, so that the others are not affected. */
import { retentionOf } from '../base/retention.ts';
import { originHash } from '../../shared/decide.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import { sizeOf } from '../../shared/base/json-size.ts';
import type { Command } from '../../shared/model/command.ts';
import { Problem } from '../../shared/model/problem.ts';
import { commandHash, madeAtMs, queuedCommand, type Author } from '../../shared/sync/command-identity.ts';
import { limits, type IdentifiedCommand } from '../../shared/sync/sync.ts';
import { sweptKinds } from '../store/records/tombstones.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema, upgradeCommand } from '../../shared/upgrade/upgrade.ts';
import { parse } from '../../shared/model/validation.ts';

export interface IncomingCommand {
  readonly id: string;
  /** Computed from what arrived. */
  readonly hash: string;
  readonly prev: string | null;
  readonly dependsOn: readonly string[];
  readonly txn: string | null;
  readonly kind: string;
  readonly recordId: string;
  readonly author: Author | null;
  readonly raw: JsonObject;
  /** In the current schema; absent if there is a problem. */
  readonly command?: Command;
  readonly problem?: Problem;
  /** The hash of a file that has not arrived yet. */
  readonly awaits?: string;
}

export interface Reading {
  /** Schema version of commands that name none. */
  readonly schema: number;
  /** Upgrade older commands to the current shape. */
  readonly steps: readonly Step[];
  /** Ms since 1970. */
  readonly now: number;
}

export function readCommand(raw: IdentifiedCommand, reading: Reading): IncomingCommand {
  const command = isJsonObject(raw['command']) ? raw['command'] : {};
  const head = {
    id: raw.id,
    hash: '',
    prev: null,
    dependsOn: [],
    txn: typeof raw['txn'] === 'string' ? raw['txn'] : null,
    kind: typeof command['kind'] === 'string' ? command['kind'] : '',
    recordId: typeof command['id'] === 'string' ? command['id'] : '',
    author: null,
    raw,
  };
  const identity = { hash: '' };
  try {
    requireSimple(raw);
    identity.hash = commandHash(raw);
    const read = parse(queuedCommand(), raw);
    if (read.hash !== undefined && read.hash !== identity.hash)
      throw new Problem('integrity_mismatch', 'The command does not match its own hash: it was damaged.');
    if (madeAtMs(read.id) < reading.now - retentionOf('commands') && !isKnownByItsRecord(read.command))
      throw new Problem('command_too_old', 'The command is older than any that the server remembers.');
    const { prev, depends_on: dependsOn = [], author = null } = read;
    return { ...head, ...identity, prev, dependsOn, author, command: upgraded(read.command, read.schema, reading) };
  } catch (error) {
    if (error instanceof Problem) return { ...head, ...identity, problem: error };
    throw error;
  }
}

/**
 * Whether a second arrival changes nothing even after the command itself was forgotten: the record that it created stays for good. So a
 * sign-off is taken whatever the clock of its tablet said.
 */
function isKnownByItsRecord({ op, kind }: Command): boolean {
  return op === 'create' && !sweptKinds.includes(kind);
}

/** The schema of commands has the shape of a Command. */
function upgraded(made: Command, named: number | undefined, { schema: usual, steps }: Reading): Command {
  const schema = named ?? usual;
  if (schema >= currentSchema(steps)) return made;
  const command = upgradeCommand(made, schema, steps);
  return made.op === 'create' ? ({ ...command, origin: originHash(made) } as Command) : command; // a step keeps the operation
}

/** Before anything else reads it. */
function requireSimple(raw: IdentifiedCommand): void {
  const { max_command_levels: levels, max_command_parts: parts } = limits;
  const { depth, nodes } = sizeOf(raw);
  if (depth > levels) throw new Problem('json_too_complex', `One command may be nested ${levels} levels deep.`);
  if (nodes > parts) throw new Problem('json_too_complex', `One command may have ${parts} parts.`);
}
