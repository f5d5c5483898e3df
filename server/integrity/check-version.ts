/** A version says what its content hashes to. */
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { faultOf } from './findings.ts';

export function checkVersion(context: CheckContext, row: RecordTable, body: JsonObject): void {
  const { scratch, findings, progress } = context;
  progress.versions++;
  const { content_hash: contentHash, document_id: documentId, version } = body;
  if (canonicalHash(body['content'] ?? null) !== contentHash)
    findings.add(faultOf(context, row, 'has a content that does not match its hash'));
  scratch.noteVersion(String(documentId), Number(version), String(contentHash));
}
