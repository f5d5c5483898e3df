/**
 * Upgrades old commands and records to the current schema, step by step. Pure: servers and devices get the same result. Sealed records are
 * evidence and pass unchanged (contract, Schema evolution).
 */
import type { Act, Command, Remove } from '../model/command.ts';
import type { JsonObject } from '../base/json.ts';
import { Problem } from '../model/problem.ts';
import type { KindChange, KindStep, Step } from './step.ts';

/** Hashes and signatures cover their content, so no step may touch it. */
const sealedKinds: ReadonlySet<string> = new Set(['version', 'signoff']);

export function currentSchema(steps: readonly Step[]): number {
  return steps.length + 1;
}

/** The oldest schema whose apps can read current data; older ones would show it wrongly. */
export function oldestReader(steps: readonly Step[]): number {
  return steps.findLastIndex(changesRecords) + 2;
}

/** The command as a current app would send it. Throws `shape_retired` if it has no equivalent. */
export function upgradeCommand(command: Command, schema: number, steps: readonly Step[]): Command {
  if (sealedKinds.has(command.kind)) return command;
  try {
    return steps.slice(schema - 1).reduce<Command>(commandAfter, command);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The step failed on data that no app of its time would have sent.
    throw new Problem('shape_retired', 'The change does not have the shape of the version that it names.');
  }
}

/** The record in the current schema; null if its kind was retired. */
export function upgradeBody(kind: string, body: JsonObject, schema: number, steps: readonly Step[]): JsonObject | null {
  return upgraded(kind, body, true, schema, steps);
}

/** Some fields of a record, such as the effect of a waiting command; none if the kind was retired. */
export function upgradeFields(kind: string, fields: JsonObject, schema: number, steps: readonly Step[]): JsonObject {
  return upgraded(kind, fields, false, schema, steps) ?? {};
}

/** Kinds that are stored differently since `schema`, and still exist. */
export function changedKinds(schema: number, steps: readonly Step[]): readonly string[] {
  const changes = steps.slice(schema - 1).flatMap(({ kinds }) => Object.entries(kinds));
  return [...new Set(changes.filter(([, change]) => change?.fields).map(([kind]) => kind))];
}

function upgraded(
  kind: string,
  fields: JsonObject,
  isWhole: boolean,
  schema: number,
  steps: readonly Step[],
): JsonObject | null {
  if (sealedKinds.has(kind)) return fields;
  let turned = fields;
  for (const step of steps.slice(schema - 1)) {
    const change = changeOf(step, kind);
    if (change === null) return null;
    turned = change?.fields?.(turned, isWhole) ?? turned;
  }
  return turned;
}

function commandAfter(command: Command, step: Step): Command {
  const change = changeOf(step, command.kind);
  if (change === undefined) return command;
  if (change === null)
    throw new Problem('shape_retired', `There are no records of kind ${command.kind} any more.`, {
      members: { kind: command.kind },
    });
  const fields = change.fields ?? ((same: JsonObject): JsonObject => same);
  if (command.op === 'create') return { ...command, set: fields(command.set, true) };
  if (command.op === 'remove') return change.fields ? withoutSeen(command) : command;
  if (command.op === 'act') return { ...command, ...actAfter(command, change) };
  return { ...command, set: fields(command.set, false), ...(command.was ? { was: fields(command.was, false) } : {}) };
}

/** The digest covers fields that have changed shape since, so it would match no stored record; the revision decides instead. */
function withoutSeen({ seen: _, ...command }: Remove): Remove {
  return command;
}

function actAfter({ kind, action, args }: Act, { actions = {} }: KindChange): Pick<Act, 'action' | 'args'> {
  const change = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (change === null)
    throw new Problem('shape_retired', `A ${kind} has no action ${action} any more.`, { members: { kind, action } });
  return { action: change?.action ?? action, args: change?.args?.(args) ?? args };
}

function changeOf({ kinds }: Step, kind: string): KindStep | undefined {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

/** A step that only changes commands does not affect readers. */
function changesRecords({ kinds }: Step): boolean {
  return Object.values(kinds).some((change) => change === null || change.fields !== undefined);
}
