/**
 * Compliance check: the results of the 33 rules for a document at one moment (contract, Compliance check). Computed inside the commit from
 * the locked state, never taken from a caller. It is immutable, never removed, and does not count as an edit of the document.
 */
import * as z from 'zod';
import { complianceBands } from '../compliance/bands.ts';
import { complianceEngine, findingResults } from '../compliance/check.ts';
import { complianceOf } from '../compliance/of-document.ts';
import { ruleIds } from '../compliance/rules.ts';
import { complianceNotices } from './notices/compliance.ts';
import { Problem } from '../model/problem.ts';
import { bookkeeping, serverWritten } from '../model/declared-fields.ts';
import { defineResource } from '../model/resource.ts';
import { snapshotOf } from './document/snapshot.ts';
import { documentOf } from './belongs.ts';
import { entryKinds } from './entry-kinds.ts';
import { recordId } from '../model/fields.ts';
import { once } from '../base/once.ts';

const ruleId = z.enum(ruleIds);

const finding = once(() =>
  z.object({
    rule_id: ruleId,
    title: z.string(),
    law: z.string().nullable(),
    weight: z.number(),
    blocking: z.boolean(),
    result: z.enum(findingResults),
    points: z.number(),
    detail: z.string(),
  }),
);

/** Everything but the document is computed: these defaults are never stored. */
const fields = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  ...serverWritten({
    document_version: z.int().positive().default(1),
    content_hash: z.string().default(''),
    engine: z.string().default(complianceEngine),
    checked_at: z.string().default(''),
    score: z.int().min(0).max(100).default(0),
    band: z.enum(complianceBands).default('poor'),
    /** Number of rules that applied to this document. */
    rules_applied: z.int().default(0),
    blocking_failures: z.array(ruleId).default([]),
    findings: z.array(finding()).default([]),
  }),
}));

export const compliance = defineResource({
  kind: 'compliance',
  permission: 'documents:write',
  // Not synced: a device computes it from its own replica, and 6 KB for each check would only slow its sync down.
  replicates: false,
  fields,
  columns: (body) => ({ document_id: body.document_id, version: body.document_version, status: body.band }),
  /** The reads of the document include its site, because the commit reads the document as well. */
  reads: (body) => ({
    ids: [body.document_id],
    children: body.document_id ? [{ documentId: body.document_id, kinds: entryKinds }] : [],
  }),
  admit: (before, after, world) => {
    if (before || world.origin === 'sync')
      throw new Problem('forbidden', 'Only the server creates compliance checks, and they never change.');
    const document = documentOf(world, after.document_id);
    const children = (kind: string) => world.children(document.id, kind);
    const result = complianceOf(document, world);
    return {
      document_id: document.id,
      document_version: Number(document.body['version']),
      content_hash: snapshotOf(document, children).content_hash,
      engine: result.engine,
      checked_at: world.now,
      score: result.score,
      band: result.band,
      rules_applied: result.findings.filter((each) => each.result !== 'not_applicable').length,
      blocking_failures: [...result.blocking_failures],
      findings: [...result.findings],
    };
  },
  events: ({ id, op, after, world }) => {
    if (op !== 'create' || !after) return [];
    const document = world.record(after.document_id)?.body;
    return [
      {
        name: 'compliance.scored',
        resourceId: id,
        data: {
          compliance_id: id,
          document_id: after.document_id,
          title: document?.['title'] ?? null,
          reference: document?.['reference'] ?? null,
          version: after.document_version,
          score: after.score,
          band: after.band,
          blocking_failures: after.blocking_failures,
          project_id: document?.['project_id'] ?? null,
        },
      },
    ];
  },
  notices: complianceNotices,
});
