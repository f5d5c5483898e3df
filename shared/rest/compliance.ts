/** Rows of the endpoint table: compliance checks of documents (contract, Compliance check). */
import * as z from 'zod';
import { complianceBands } from '../compliance/bands.ts';
import { anyId, anyOf, creates, type Endpoint, ownId, paged, reads, readRow, sortable } from './endpoint.ts';
import { complianceReply, listOf } from './shapes.ts';

/** A document with the score of each of its versions. */
export const complianceHistoryReply = z.object({
  id: z.string(),
  title: z.string(),
  reference: z.string().nullable(),
  /** Oldest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      approved_at: z.string(),
      superseded_at: z.string().nullable(),
      score: z.int(),
      band: z.enum(complianceBands),
    }),
  ),
});

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
  listComplianceHistory: {
    ...reads,
    path: '/api/v1/compliance-history',
    permission: 'documents:read',
    summary:
      'Lists the documents that are not archived, each with its approved versions and what the compliance check says of them on the day of their approval, by the rules, settings and site of today.',
    query: z.object({ project_id: anyId, ...sortable, ...paged }),
    reply: listOf(complianceHistoryReply),
  },
  getCompliance: readRow(
    '/api/v1/compliance/{compliance}',
    'documents:read',
    'Reads one compliance check with its findings.',
    complianceReply,
  ),
} as const satisfies Readonly<Record<string, Endpoint>>;
