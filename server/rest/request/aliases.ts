/** Other names of fields that a body may use (contract, REST, R95). */
import type { JsonObject } from '../../../shared/base/json.ts';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { FieldProblem } from '../../../shared/model/problem.ts';
import { invalid } from '../../../shared/model/validation.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';

/** The body under the fields' own names. Throws `validation_failed` where both names are given different values. */
export function underOwnNames({ aliases = {} }: Endpoint, sent: JsonObject): JsonObject {
  const used = Object.entries(aliases).filter(([alias]) => Object.hasOwn(sent, alias));
  if (used.length === 0) return sent;
  const body: Record<string, JsonObject[string]> = { ...sent };
  const errors: FieldProblem[] = [];
  for (const [alias, name] of used) {
    const value = sent[alias] ?? null;
    if (Object.hasOwn(sent, name) && canonical(sent[name] ?? null) !== canonical(value))
      errors.push({
        pointer: `#/${alias}`,
        code: 'conflict',
        detail: `is another name of ${name}: give only one of them`,
      });
    delete body[alias];
    body[name] = value;
  }
  if (errors.length > 0) throw invalid(errors);
  return body;
}
