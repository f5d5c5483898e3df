/** What a worker is shown and signs: the approved version as it was frozen, never the draft that somebody is working on. */
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import type { OverlaidRecord } from '../view/overlay.ts';
import type { Replica } from '../view/replica.ts';
import { statementIn, type Statement } from './statement.ts';

export interface Briefing {
  readonly document_id: string;
  readonly version: number;
  readonly title: string;
  readonly reference: string | null;
  /** The snapshot: sections, hazards, COSHH and personnel as approved. */
  readonly content: Version['content'];
  readonly content_hash: string;
  readonly approved_at: string;
  readonly approved_by: Version['approved_by'];
  readonly conditions: Version['conditions'];
  /** Whether those who signed the version before have to be briefed again. */
  readonly rebrief_required: boolean;
  readonly statement: Statement;
}

/** Throws `document_not_approved` where there is nothing to brief. */
export async function brief(replica: Replica, documentId: string, language?: string): Promise<Briefing> {
  const record = await approvedVersionOf(replica, documentId);
  // A record of kind `version` has a body of the version's own schema.
  const version = record.body as unknown as Version;
  return Object.freeze({
    document_id: documentId,
    version: version.version,
    title: version.title,
    reference: version.reference ?? null,
    content: version.content,
    content_hash: version.content_hash,
    approved_at: version.approved_at,
    approved_by: version.approved_by,
    conditions: version.conditions,
    rebrief_required: version.rebrief_required,
    statement: statementIn(language),
  });
}

/** The version named, or the current one; throws `version_not_approved` or `document_not_approved`. */
export async function approvedVersionOf(
  replica: Replica,
  documentId: string,
  wanted?: number,
): Promise<OverlaidRecord> {
  const versions = await replica.list({ kind: 'version', documentId });
  const fits = (body: JsonObject): boolean =>
    wanted === undefined ? body['state'] === 'current' : body['version'] === wanted;
  const found = versions.find(({ body }) => fits(body));
  if (found) return found;
  if (wanted !== undefined)
    throw new Problem('version_not_approved', `Version ${wanted} was never approved, so it cannot be signed.`);
  throw new Problem('document_not_approved', 'The document has no approved version to brief or sign.');
}
