/** The compliance check as a precondition of approval, if the organisation's settings require it (contract, Review and strictness). */
import { complianceOf } from '../../../compliance/of-document.ts';
import { Problem } from '../../../model/problem.ts';
import type { World } from '../../../model/resource.ts';
import type { Document } from '../shape.ts';

/** Throws `compliance_blocked`, naming the failed rules that block the approval. */
export function requireCompliance(id: string, document: Document, world: World): void {
  if (!world.settings.compliance_blocks_approval) return;
  const { score, band, blocking_failures, findings } = complianceOf({ id, body: document }, world);
  if (blocking_failures.length === 0) return;
  const failed = findings.filter(({ rule_id }) => blocking_failures.includes(rule_id));
  throw new Problem(
    'compliance_blocked',
    `The compliance check stops the approval: ${failed.map(({ rule_id, title }) => `${rule_id} ${title}`).join('; ')}.`,
    {
      errors: failed.map(({ rule_id, detail }) => ({ pointer: '#', code: rule_id, detail })),
      members: { blocking_failures, score, band },
    },
  );
}
