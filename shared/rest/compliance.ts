/** Rows of the endpoint table: compliance checks of documents (contract, Compliance check). */
import * as z from 'zod';
import { complianceBands } from '../compliance/bands.ts';
import { anyOf, creates, type Endpoint, ownId, paged, reads, readRow } from './endpoint.ts';
import { complianceReply, listOf } from './shapes.ts';

export const complianceEndpoints = {
  checkCompliance: {
    ...creates,
    path: '/api/v1/documents/{document}/compliance-check',
    permission: 'documents:write',
    summary: 'Checks a document against the 33 rules and keeps the result.',
    body: z.object(ownId),
    reply: complianceReply,
    emits: ['compliance.scored'],
  },
  listCompliance: {
    ...reads,
    path: '/api/v1/documents/{document}/compliance',
    permission: 'documents:read',
    summary: 'Lists the compliance checks of a document, newest first.',
    query: z.object({ band: anyOf(complianceBands), ...paged }),
    reply: listOf(complianceReply),
  },
  getCompliance: readRow(
    '/api/v1/compliance/{compliance}',
    'documents:read',
    'Reads one compliance check with its findings.',
    complianceReply,
  ),
} as const satisfies Readonly<Record<string, Endpoint>>;
