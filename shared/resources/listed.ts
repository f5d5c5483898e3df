/**
 * Words of a reference list in fields whose released shape takes any text (contract, REST, R92). They are checked where a command brings
 * them in: values that the record already has may stay.
 */
import type { FieldProblem } from '../model/problem.ts';

interface Named {
  readonly pointer: string;
  readonly word: string | null | undefined;
}

/** @param standing words that were there before the command */
export function unlisted(
  named: readonly Named[],
  list: readonly string[],
  standing: readonly (string | null | undefined)[],
): FieldProblem[] {
  const known = new Set([...list, ...standing]);
  return named
    .filter(({ word }) => word && !known.has(word))
    .map(({ pointer }) => ({ pointer, code: 'invalid_value', detail: `must be one of ${list.join(', ')}` }));
}
