/** A sign-off matches its seal, its ink and its statement, and is bound to a version that exists. */
import { attestationOf, isOwnText, sealOf } from '../../shared/crypto/attestation.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Signoff } from '../../shared/resources/signoff/signoff.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { faultOf } from './findings.ts';
import { linkOf } from './tablet-chains.ts';

export function checkSignoff(context: CheckContext, row: RecordTable, body: JsonObject): void {
  const { scratch, findings, progress } = context;
  progress.signoffs++;
  const { id } = row;
  const problems = problemsOf(body as unknown as Signoff); // a record of kind signoff holds a body of its schema, or is reported
  for (const problem of problems) findings.add(faultOf(context, row, problem));
  const link = linkOf(id, body);
  if (link) scratch.noteLink(link, false);
  const { document_id: documentId, document_version: version, content_hash: hash } = body;
  scratch.noteBinding({
    id,
    documentId: String(documentId),
    version: typeof version === 'number' ? version : null,
    contentHash: typeof hash === 'string' ? hash : null,
  });
}

export function checkBindings(context: CheckContext): void {
  for (const { id, documentId, version } of context.scratch.looseBindings()) {
    const of = `version ${version ?? '(none)'} of document ${documentId}`;
    const problem = `is bound to ${of}, which does not exist or has another content`;
    context.findings.add(faultOf(context, { kind: 'signoff', id }, problem));
  }
}

function problemsOf({ integrity: seal, statement, ...signoff }: Signoff): string[] {
  try {
    const expected = seal && sealOf(attestationOf({ ...signoff, statement }), seal.previous_on_device ?? null);
    const { strokes, sha256 } = signoff.signature ?? {};
    return [
      ...(seal && seal.payload_hash !== expected ? ['does not match its seal'] : []),
      ...(strokes && sha256 && canonicalHash(strokes) !== sha256 ? ['has other ink than its hash says'] : []),
      ...(isOwnText(statement) ? [] : ['has another statement than its hash says']),
    ];
  } catch {
    return ['cannot be read'];
  }
}
