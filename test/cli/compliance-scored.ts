/** The part of a compliance result that is compared with what the sample says. */
import type { ComplianceResult } from '../../shared/compliance/check.ts';

/** Everything but the sentences, of the rules that were asked. */
export function scored({ engine, score, band, blocking_failures: blocking, findings }: ComplianceResult): unknown {
  const asked = findings.filter(({ result }) => result !== 'not_applicable');
  return { engine, score, band, blocking, findings: asked.map(({ detail: _, ...finding }) => finding) };
}
