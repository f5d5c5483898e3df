/** The observed problem codes of each row of the endpoint table, and every deviation of a response from the API document. */
import { isProblemCode, type ProblemCode } from '../../../shared/model/problem.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import type { EndpointName } from '../../../shared/rest/rest.ts';
import type { Answer } from '../../kit/world.ts';
import { differencesOf, openDescribed } from '../../openapi/described.ts';

export interface Ledger {
  /** For openSite. */
  readonly witness: (name: EndpointName, answer: Answer<unknown>) => void;
  readonly codesOf: (name: EndpointName) => ReadonlySet<ProblemCode>;
  /** Each difference between a response and the OpenAPI document, once. */
  readonly undescribed: ReadonlySet<string>;
}

export function openLedger(): Ledger {
  const described = openDescribed();
  const codesByRow = new Map<EndpointName, Set<ProblemCode>>();
  const undescribed = new Set<string>();
  const codesOf = (name: EndpointName): Set<ProblemCode> => {
    const codes = codesByRow.get(name) ?? new Set();
    codesByRow.set(name, codes);
    return codes;
  };
  return {
    witness(name, answer) {
      const { status, body } = answer;
      for (const difference of differencesOf(described, name, answer))
        undescribed.add(`${name} ${status}: ${difference}`);
      const code = isJsonObject(body) ? String(body['code']) : '';
      if (status >= 400 && isProblemCode(code)) codesOf(name).add(code);
    },
    codesOf,
    undescribed,
  };
}
