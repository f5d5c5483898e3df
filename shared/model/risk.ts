/** Risk ratings: severity × likelihood on the 5 × 5 matrix, and the band of a rating (contract rule RK1). */
import matrix from '../reference/risk-matrix.json' with { type: 'json' };

export const riskMatrix = matrix;

/** The product, 1 to 25; null if either value is missing. */
export function riskOf(severity: number | null | undefined, likelihood: number | null | undefined): number | null {
  return severity == null || likelihood == null ? null : severity * likelihood;
}

/** The band's name (`low`, `medium`, `high`, `very_high`), or null for no rating. */
export function bandOf(risk: number | null): string | null {
  if (risk === null) return null;
  return matrix.bands.find((band) => risk >= band.min && risk <= band.max)?.value ?? null;
}

/** The four read-only fields that a rated record shows beside what was entered. */
export function ratings(rated: {
  readonly severity_before?: number | null | undefined;
  readonly likelihood_before?: number | null | undefined;
  readonly severity_after?: number | null | undefined;
  readonly likelihood_after?: number | null | undefined;
}): { risk_before: number | null; band_before: string | null; risk_after: number | null; band_after: string | null } {
  const before = riskOf(rated.severity_before, rated.likelihood_before);
  const after = riskOf(rated.severity_after, rated.likelihood_after);
  return { risk_before: before, band_before: bandOf(before), risk_after: after, band_after: bandOf(after) };
}
