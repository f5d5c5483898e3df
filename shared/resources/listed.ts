/**
 * Values of a reference list in fields whose released schema accepts any text (contract, REST, R92). Checked only when a command adds them:
 * values that the record already has may stay.
 */
import type { FieldProblem } from '../model/problem.ts';

interface Named {
  readonly pointer: string;
  readonly word: string | null | undefined;
}

/** @param current values before the command */
export function unlisted(
  named: readonly Named[],
  list: readonly string[],
  current: readonly (string | null | undefined)[],
): FieldProblem[] {
  const known = new Set([...list, ...current]);
  return named
    .filter(({ word }) => word && !known.has(word))
    .map(({ pointer }) => ({ pointer, code: 'invalid_value', detail: `must be one of ${list.join(', ')}` }));
}
