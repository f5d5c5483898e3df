/** The briefing that a worker reads and signs: the approved version as it was frozen, never the draft. */
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import type { OverlaidRecord } from '../view/overlay.ts';
import type { Replica } from '../view/replica.ts';
import { statementIn, type Statement } from './statement.ts';

export interface Briefing extends Readonly<
  Pick<
    Version,
    'document_id' | 'version' | 'title' | 'content' | 'content_hash' | 'approved_at' | 'approved_by' | 'conditions'
  >
> {
  readonly reference: string | null;
  /** Whether those who signed the previous version need a new briefing. */
  readonly rebrief_required: boolean;
  readonly statement: Statement;
}

/** Throws `document_not_approved`. */
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

/** The given version, or the current one. Throws `version_not_approved` or `document_not_approved`. */
export async function approvedVersionOf(
  replica: Replica,
  documentId: string,
  wanted?: number,
): Promise<OverlaidRecord> {
  const versions = await replica.list({ kind: 'version', documentId });
  const matches = (body: JsonObject): boolean =>
    wanted === undefined ? body['state'] === 'current' : body['version'] === wanted;
  const found = versions.find(({ body }) => matches(body));
  if (found) return found;
  if (wanted !== undefined)
    throw new Problem('version_not_approved', `Version ${wanted} was never approved, so it cannot be signed.`);
  throw new Problem('document_not_approved', 'The document has no approved version to brief or sign.');
}
