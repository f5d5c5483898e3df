/** One mutation of a push: parsed, or refused alone with the reason, so that the others are not affected. */
import type * as z from 'zod';
import { originHash } from '../../shared/decide.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import { sizeOf } from '../../shared/base/json-size.ts';
import { Problem } from '../../shared/model/problem.ts';
import { limits, type Mutation, type NumberedMutation } from '../../shared/sync/sync.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { currentSchema, upgradeCommand } from '../../shared/upgrade/upgrade.ts';
import { parse } from '../../shared/model/validation.ts';

export interface IncomingMutation {
  readonly id: number;
  readonly txn: string | null;
  readonly kind: string;
  readonly recordId: string;
  readonly raw: unknown;
  readonly mutation?: Mutation;
  readonly problem?: Problem;
  /** The hash of a file that has not arrived yet. */
  readonly awaits?: string;
}

/** `usual` = the schema version of commands that name none; `steps` upgrade older ones to the current shape. */
export function readMutation(
  schema: z.ZodType<Mutation>,
  raw: NumberedMutation,
  usual: number,
  steps: readonly Step[],
): IncomingMutation {
  const command = isJsonObject(raw['command']) ? raw['command'] : {};
  const head = {
    id: raw.id,
    txn: typeof raw['txn'] === 'string' ? raw['txn'] : null,
    kind: typeof command['kind'] === 'string' ? command['kind'] : '',
    recordId: typeof command['id'] === 'string' ? command['id'] : '',
    raw,
  };
  try {
    requireSimple(raw);
    const read = parse(schema, raw);
    return { ...head, mutation: { ...read, command: upgraded(read, usual, steps) } };
  } catch (error) {
    if (error instanceof Problem) return { ...head, problem: error };
    throw error;
  }
}

function upgraded(
  { command: made, schema: named }: Mutation,
  usual: number,
  steps: readonly Step[],
): Mutation['command'] {
  const schema = named ?? usual;
  if (schema >= currentSchema(steps)) return made;
  const command = upgradeCommand(made, schema, steps);
  // A step returns the members of a command.
  return (made.op === 'create' ? { ...command, origin: originHash(made) } : command) as Mutation['command'];
}

/** Before anything else reads it. */
function requireSimple(raw: NumberedMutation): void {
  const { max_mutation_levels: levels, max_mutation_parts: parts } = limits;
  const { depth, nodes } = sizeOf(raw);
  if (depth > levels) throw new Problem('json_too_complex', `One command may be nested ${levels} levels deep.`);
  if (nodes > parts) throw new Problem('json_too_complex', `One command may have ${parts} parts.`);
}
