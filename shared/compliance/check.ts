/**
 * The compliance check: 27 rules over one document, by figures alone, the same on a server and on a device (contract, Compliance check).
 * No clock, no randomness, no learning: the same content on the same day has the same score.
 */
import reference from '../reference/compliance-rules.json' with { type: 'json' };
import { factsOf, type ComplianceInput } from './facts.ts';
import { ruleIds, rules, type RuleId } from './rules.ts';

/** Changes with every change of a rule, so that an old score is not read as a new one. */
export const complianceEngine = 'rules-1.0.0';

export const complianceBands = ['strong', 'adequate', 'weak', 'poor'] as const;
export type ComplianceBand = (typeof complianceBands)[number];
export const findingResults = ['pass', 'fail', 'not_applicable'] as const;

export interface Finding {
  readonly rule_id: RuleId;
  readonly title: string;
  readonly law: string | null;
  readonly weight: number;
  /** A failure stops the approval where the organisation has it so. */
  readonly blocking: boolean;
  readonly result: (typeof findingResults)[number];
  /** 0 up to the weight; between the two where a part of it is in order. */
  readonly points: number;
  /** A sentence with the figures that it rests on. */
  readonly detail: string;
}

export interface ComplianceResult {
  readonly engine: string;
  /** 0 to 100: points in the hundred of the weights that apply. */
  readonly score: number;
  readonly band: ComplianceBand;
  readonly blocking_failures: readonly RuleId[];
  /** One for each rule, in their order. */
  readonly findings: readonly Finding[];
}

/** Never throws, whatever the document holds. */
export function checkCompliance(input: ComplianceInput): ComplianceResult {
  const facts = factsOf(input);
  const findings = ruleIds.map((id): Finding => {
    const verdict = rules[id](facts);
    const { weight, ...described } = descriptions[id];
    const share = verdict.result === 'not_applicable' ? 0 : verdict.share;
    const points = Math.round(weight * share * 100) / 100;
    return { rule_id: id, ...described, weight, result: verdict.result, points, detail: verdict.detail };
  });
  const score = scoreOf(findings.filter(({ result }) => result !== 'not_applicable'));
  return {
    engine: complianceEngine,
    score,
    band: bandOfScore(score),
    blocking_failures: findings
      .filter(({ blocking, result }) => blocking && result === 'fail')
      .map((each) => each.rule_id),
    findings,
  };
}

function scoreOf(applicable: readonly Finding[]): number {
  const weight = applicable.reduce((sum, finding) => sum + finding.weight, 0);
  const points = applicable.reduce((sum, finding) => sum + finding.points, 0);
  return weight === 0 ? 0 : Math.round((100 * points) / weight);
}

function bandOfScore(score: number): ComplianceBand {
  if (score >= 80) return 'strong';
  if (score >= 60) return 'adequate';
  return score >= 40 ? 'weak' : 'poor';
}

type Description = Pick<Finding, 'title' | 'law' | 'weight' | 'blocking'>;

// The list names all of the ids, and a test holds it against the reference file.
const descriptions = Object.fromEntries(ruleIds.map((id) => [id, descriptionOf(id)])) as Record<RuleId, Description>;

function descriptionOf(id: RuleId): Description {
  const row = reference.find((each) => each.id === id);
  if (!row) throw new Error(`${id} is not in the reference file`);
  const { title, law, weight, blocking } = row;
  return { title, law, weight, blocking };
}
