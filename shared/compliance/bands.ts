/** The bands of a compliance score. */

export const complianceBands = ['strong', 'adequate', 'weak', 'poor'] as const;
export type ComplianceBand = (typeof complianceBands)[number];

export const strongFrom = 80;

export function bandOfScore(score: number): ComplianceBand {
  if (score >= strongFrom) return 'strong';
  if (score >= 60) return 'adequate';
  return score >= 40 ? 'weak' : 'poor';
}
