/** The sign-off that an own phone asks for, as it is recorded (contract, Web, WB125; Sign-offs, SO40). */
import type * as z from 'zod';
import type { JsonObject } from '../../shared/base/json.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import { isNameOf } from '../../shared/model/person-name.ts';
import { Problem } from '../../shared/model/problem.ts';
import { invalid } from '../../shared/model/validation.ts';
import statement from '../../shared/reference/signoff-statement.json' with { type: 'json' };
import { inkDigest } from '../../shared/resources/signoff/doubts.ts';
import type { OwnPhoneBinding } from '../../shared/resources/signoff/own-phone.ts';
import type { Signoff } from '../../shared/resources/signoff/signoff.ts';
import type { SignInEndpoints } from '../../shared/rest/sign-in.ts';

export type Signed = z.output<SignInEndpoints['signOwnPhone']['body']>;

const texts = new Map(Object.entries(statement.text));
const hashes = new Map(Object.entries(statement.text_hash));

/** `questions` = how many are due. Throws `integrity_mismatch` for another statement, and `validation_failed` for another's name. */
export function signoffOf(asked: Signed, bound: OwnPhoneBinding, between: Between, questions: number): JsonObject {
  const { signature, language, text_hash: textHash, wrong_answers: wrong } = asked;
  const text = texts.get(language);
  if (text === undefined || hashes.get(language) !== textHash)
    throw new Problem(
      'integrity_mismatch',
      'The statement on the screen is not the one of this server. Load the page again.',
    );
  const { worker, briefing, document_id, document_version, content_hash } = bound;
  return {
    document_id,
    document_version,
    content_hash,
    worker,
    ...(briefing ? { briefing } : {}),
    statement: { id: statement.id, version: statement.version, language, text, text_hash: textHash },
    // Only after the last question was answered does the page show the line.
    ...(questions > 0 && wrong !== null
      ? { understanding_check: { required: true, questions, correct: questions, attempts: wrong + 1, passed: true } }
      : {}),
    signature: signatureOf(signature, worker.name),
    capture: captureOf(asked, between),
  }; // parsed by schemas of JSON
}

/** Throws `validation_failed` where a name was typed that is not that of the person. */
function signatureOf(signed: Signed['signature'], name: string): JsonObject {
  if (!('text' in signed))
    return { kind: 'ink_vector', format: 'ink-v1', ...signed, sha256: canonicalHash(signed.strokes) };
  if (isNameOf(signed.text, name)) return { kind: 'typed_name', text: signed.text };
  const detail = 'must be the name of the person who signs';
  throw invalid([{ pointer: '#/signature/text', code: 'invalid_signature', detail }]);
}

/** The same ink; or the same name at the same moment, because anybody can type a name. */
export function isSameSending({ signature: sent, signed_at }: Signed, { signature: kept, capture }: Signoff): boolean {
  if (!('text' in sent)) return inkDigest(kept) === canonicalHash(sent.strokes);
  return kept?.kind === 'typed_name' && kept.text === sent.text && capture.captured_at_device === signed_at;
}

const longestMs = 15 * 60_000;

/** When the code was made, and now: ms since 1970. */
type Between = readonly [made: number, now: number];

/** The clock of a phone may say anything: what counts is how long before the sending the line was signed, with the code there already. */
function captureOf({ signed_at: signed, sent_at: sent, timezone }: Signed, [made, now]: Between): JsonObject {
  const waited = Date.parse(sent) - Date.parse(signed);
  const isSane = waited >= 0 && waited <= longestMs;
  return {
    method: 'own_device_qr',
    device_label: 'Own phone',
    app_version: 'own-phone',
    captured_at_device: signed,
    device_clock_offset_ms: Date.parse(sent) - now,
    captured_at_corrected: new Date(Math.max(made, now - (isSane ? waited : 0))).toISOString(),
    clock_confidence: 'server_synced',
    timezone,
    offline: false,
    identity_assurance: 'supervisor_attested',
  };
}
