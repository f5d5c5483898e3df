/**
 * The seal of a sign-off: what was signed, as one canonical object, chained to the previous sign-off of the same tablet. A changed record
 * no longer matches its seal, and a missing one leaves a gap in the chain (contract rule SO6; RFC 8785).
 */
import { canonicalHash } from './canonical.ts';
import type { JsonObject } from '../base/json.ts';
import { contentHash } from './sha256.ts';

export interface Attestation extends JsonObject {
  readonly document_id: string;
  readonly document_version: number;
  readonly content_hash: string;
  readonly statement_id: string | null;
  readonly statement_version: number | null;
  readonly statement_text_hash: string | null;
  readonly worker_id: string | null;
  readonly worker_name: string;
  readonly captured_at_device: string | null;
  readonly device_id: string | null;
  readonly signature_sha256: string | null;
  readonly language: string | null;
}

/** The parts of a sign-off that its seal covers. */
export interface Sealable {
  readonly document_id: string;
  readonly document_version?: number | null | undefined;
  readonly content_hash?: string | null | undefined;
  readonly worker: {
    readonly id?: string | null | undefined;
    readonly name: string;
    readonly language?: string | null | undefined;
  };
  readonly statement?:
    | {
        readonly id: string;
        readonly version: number;
        readonly language?: string | null | undefined;
        readonly text_hash?: string | null | undefined;
      }
    | null
    | undefined;
  readonly signature?: { readonly sha256?: string | null | undefined } | null | undefined;
  readonly capture?:
    | { readonly captured_at_device?: string | null | undefined; readonly device_id?: string | null | undefined }
    | null
    | undefined;
}

export function attestationOf(signoff: Sealable): Attestation {
  return {
    document_id: signoff.document_id,
    document_version: signoff.document_version ?? 0,
    content_hash: signoff.content_hash ?? '',
    statement_id: signoff.statement?.id ?? null,
    statement_version: signoff.statement?.version ?? null,
    statement_text_hash: signoff.statement?.text_hash ?? null,
    worker_id: signoff.worker.id ?? null,
    worker_name: signoff.worker.name,
    captured_at_device: signoff.capture?.captured_at_device ?? null,
    device_id: signoff.capture?.device_id ?? null,
    signature_sha256: signoff.signature?.sha256 ?? null,
    language: signoff.statement?.language ?? signoff.worker.language ?? null,
  };
}

/** The hash that the next sign-off on the same tablet refers to; null starts a chain. */
export function sealOf(attestation: Attestation, previousOnDevice: string | null): string {
  return canonicalHash({ ...attestation, previous_on_device: previousOnDevice });
}

/** The seal covers only the hash of the text. Without the text, or without its hash, there is nothing to compare. */
export function isOwnText(
  statement:
    | { readonly text?: string | null | undefined; readonly text_hash?: string | null | undefined }
    | null
    | undefined,
): boolean {
  if (!statement?.text || !statement.text_hash) return true;
  return statement.text_hash === contentHash(statement.text);
}
