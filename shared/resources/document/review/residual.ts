/** Residual risk (contract, Ratings and roles): above one limit it blocks an approval, above another it needs written acceptance. */
import type { Json, JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { Problem } from '../../../model/problem.ts';
import type { Settings } from '../../../model/settings.ts';

type Limits = Pick<Settings, 'max_residual_score_for_approval' | 'residual_score_needing_justification'>;

/** Throws `residual_too_high`, naming every such hazard. `content` = a snapshot. */
export function requireAcceptableRisk(content: JsonObject, limits: Limits): void {
  const { max_residual_score_for_approval: most, residual_score_needing_justification: from } = limits;
  const faults = hazardsOf(content['hazards']).flatMap((hazard, i) => {
    const score = hazard['risk_after'];
    if (typeof score !== 'number') return [];
    const name = String(hazard['name']);
    const about = { id: hazard['id'] ?? null, name, risk_after: score };
    if (most !== null && score > most)
      return [
        { i, about, code: 'too_high', detail: `“${name}” is left with ${score}; at most ${most} may be approved` },
      ];
    if (from !== null && score >= from && !isJsonObject(hazard['residual_acceptance']))
      return [
        { i, about, code: 'not_accepted', detail: `“${name}” is left with ${score} and is not accepted in writing` },
      ];
    return [];
  });
  if (faults.length === 0) return;
  const count = faults.length === 1 ? '1 hazard keeps' : `${faults.length} hazards keep`;
  throw new Problem('residual_too_high', `${count} too much risk to be approved.`, {
    errors: faults.map(({ i, code, detail }) => ({
      pointer: `#/hazards/${i}/${code === 'too_high' ? 'severity_after' : 'residual_acceptance'}`,
      code,
      detail,
    })),
    members: { hazards: faults.map(({ about }) => about) },
  });
}

function hazardsOf(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter((each): each is JsonObject => isJsonObject(each)) : [];
}
