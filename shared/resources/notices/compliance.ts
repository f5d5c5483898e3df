/** Notice to a document's author after a compliance check (contract, Compliance check, CC7). */
import type { ComplianceBand } from '../../compliance/bands.ts';
import type { Notice, NoticeSeverity } from '../../model/notice.ts';
import type { Change } from '../../model/resource.ts';
import { documentName, paragraphs, toPerson, wordOf } from './wording.ts';

interface Check {
  readonly document_id: string;
  readonly document_version: number;
  readonly score: number;
  readonly band: ComplianceBand;
  readonly blocking_failures: readonly string[];
}

const severities: Readonly<Record<ComplianceBand, NoticeSeverity>> = {
  strong: 'info',
  adequate: 'info',
  weak: 'info',
  poor: 'warning',
};

export function complianceNotices({ id, op, after, world }: Change<Check>): readonly Notice[] {
  if (op !== 'create' || !after) return [];
  const { document_id: documentId, document_version: version, score, band, blocking_failures: blocking } = after;
  const document = world.record(documentId);
  return [
    {
      type: 'compliance_scored',
      severity: severities[band],
      subject: `Compliance check complete: ${score} of 100, ${band}`,
      body: paragraphs(
        `Version ${version} of ${documentName(document?.body)}.`,
        blocking.length > 0 && `Not met, and in the way of an approval: ${blocking.join(', ')}.`,
      ),
      resourceType: 'document',
      resourceId: documentId,
      projectId: wordOf(document?.body, 'project_id'),
      to: toPerson(document?.created_by, 'documents:write'),
      dedupeKey: `compliance_scored ${id}`,
    },
  ];
}
