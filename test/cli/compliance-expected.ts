/** What the sample says of its documents' compliance. */
import type { ComplianceResult } from '../../shared/compliance/check.ts';
import { sampleFile } from './sample-files.ts';

/** Findings of rules that were not asked are left out there, and the sentences are the sample's own. */
interface Expected extends ComplianceResult {
  readonly document_id: string;
  readonly checked_at: string;
}
// The shape of the repository's own file.
const results = sampleFile('compliance.json') as readonly Expected[];

export function expectedOf(documentId: string): Expected {
  const found = results.find(({ document_id: id }) => id === documentId);
  if (!found) throw new Error(`the sample says nothing of ${documentId}`);
  return found;
}
