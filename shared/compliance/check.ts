/**
 * The compliance check: 33 rules over one document, evaluated by numbers alone and with the same result on server and device (contract,
 * Compliance check). Deterministic: the same content on the same day has the same score.
 */
import { bandOfScore, type ComplianceBand } from './bands.ts';
import reference from '../reference/compliance-rules.json' with { type: 'json' };
import { factsOf, type ComplianceInput } from './facts.ts';
import { ruleIds, rules, type RuleId } from './rules.ts';

/** Raised with every change of a rule, so that an old score is not read as a new one. */
export const complianceEngine = 'rules-1.1.0';

export const findingResults = ['pass', 'fail', 'not_applicable'] as const;

export interface Finding {
  readonly rule_id: RuleId;
  readonly title: string;
  readonly law: string | null;
  readonly weight: number;
  /** A failure blocks the approval if the organisation's settings say so. */
  readonly blocking: boolean;
  readonly result: (typeof findingResults)[number];
  /** 0 to the weight; in between if the rule is met in part. */
  readonly points: number;
  /** A sentence that quotes the figures behind the result. */
  readonly detail: string;
}

export interface ComplianceResult {
  readonly engine: string;
  /** 0 to 100: points as a percentage of the weights that apply. */
  readonly score: number;
  readonly band: ComplianceBand;
  readonly blocking_failures: readonly RuleId[];
  /** One for each rule, in the order of the rules. */
  readonly findings: readonly Finding[];
}

/** Never throws, whatever the document contains. */
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

type Description = Pick<Finding, 'title' | 'law' | 'weight' | 'blocking'>;

// The list names all ids; a test compares it with the reference file.
const descriptions = Object.fromEntries(ruleIds.map((id) => [id, descriptionOf(id)])) as Record<RuleId, Description>;

function descriptionOf(id: RuleId): Description {
  const row = reference.find((each) => each.id === id);
  if (!row) throw new Error(`${id} is not in the reference file`);
  const { title, law, weight, blocking } = row;
  return { title, law, weight, blocking };
}
