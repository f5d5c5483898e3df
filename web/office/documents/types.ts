/** The types of document, as people call them. */
import type { Rest } from '../base/attempt.ts';

export type DocumentType = Awaited<ReturnType<Rest['getDocument']>>['document_type'];

export const documentTypes: readonly (readonly [type: DocumentType, word: string])[] = [
  ['rams', 'RAMS'],
  ['risk_assessment', 'Risk assessment'],
  ['method_statement', 'Method statement'],
  ['coshh', 'COSHH assessment'],
  ['toolbox_talk', 'Toolbox talk'],
  ['permit', 'Permit form'],
  ['powra', 'POWRA'],
];
