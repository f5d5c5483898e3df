/**
 * Records a sign-off, also offline: bound to the approved version that was shown, with statement, ink and capture, sealed and chained to
 * the previous one of this tablet (contract, Sign-offs, SO1 to SO6; shared/crypto/attestation.ts).
 */
import { attestationOf, sealOf } from '../../shared/crypto/attestation.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { signoff, type Signoff } from '../../shared/resources/signoff/signoff.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import { parse } from '../../shared/model/validation.ts';
import { approvedVersionOf } from './brief.ts';
import type { Mutator, MutatorContext } from './mutator.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import { statementIn } from './statement.ts';

export interface SignArguments extends Pick<
  Partial<Signoff>,
  'signoff_type' | 'briefing' | 'understanding_check' | 'reading' | 'witness' | 'declined' | 'notes'
> {
  readonly document_id: string;
  /** The version that was briefed; by default the current one. */
  readonly version?: number;
  readonly worker: Signoff['worker'];
  /** Required unless the worker declined. The hash of the strokes is added. */
  readonly signature?: Signoff['signature'];
  /** Instead of the standard statement in the worker's language. */
  readonly statement?: Signoff['statement'];
  /** What only the app knows: method, how the person was identified, where. */
  readonly capture?: Partial<Signoff['capture']>;
}

export interface SigningDevice {
  readonly id: string;
  readonly label: string | null;
  readonly appVersion: string | null;
  readonly isOnline: () => boolean;
}

/** Returns the sign-off's id once it and the chain are stored. */
export async function sign(
  request: SignArguments,
  context: MutatorContext,
  mutator: Mutator,
  tablet: SigningDevice,
): Promise<string> {
  return mutator.exclusively(async () => {
    const record = await approvedVersionOf(context.replica, request.document_id, request.version);
    // A record of kind `version` has a body of the version's own schema.
    const version = record.body as unknown as Version;
    const { set, seal } = sealed(unsealed(request, version, context.clock, tablet), context.journal.state.chain_head);
    const id = context.newId();
    const draft = await mutator.check({ op: 'create', kind: 'signoff', id, set });
    await mutator.queue.add([draft], { state: { chain_head: seal } });
    return id;
  });
}

function unsealed(request: SignArguments, version: Version, clock: Clock, tablet: SigningDevice): JsonObject {
  const { statement, signature, capture } = request;
  // By name: an object with further members must not bring flags or a void with it.
  const { document_id, worker, signoff_type, briefing, understanding_check, reading, witness, declined, notes } =
    request;
  const given = { document_id, worker, signoff_type, briefing, understanding_check, reading, witness, declined, notes };
  if (!signature && !given.declined)
    throw new Problem('validation_failed', 'A sign-off needs a signature, or the reason why it was declined.', {
      errors: [{ pointer: '#/signature', code: 'required', detail: 'must be given unless the worker declined' }],
    });
  return {
    ...present(given),
    document_version: version.version,
    content_hash: version.content_hash,
    statement: statement ?? { ...statementIn(given.worker.language) },
    ...(signature ? { signature: inked(signature) } : {}),
    capture: { ...captureOf(clock, tablet), ...present(capture ?? {}) },
  };
}

function captureOf(clock: Clock, { id, label, appVersion, isOnline }: SigningDevice): JsonObject {
  const now = clock.now();
  const offset = clock.offsetMs();
  return {
    method: 'shared_device',
    device_id: id,
    device_label: label,
    app_version: appVersion,
    captured_at_device: isoTime(now),
    device_clock_offset_ms: offset,
    captured_at_corrected: offset === null ? null : isoTime(now - offset),
    clock_confidence: clock.confidence(),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    offline: !isOnline(),
    identity_assurance: 'supervisor_attested',
  };
}

function inked(signature: NonNullable<SignArguments['signature']>): JsonObject {
  const { strokes } = signature;
  const format = signature.kind === 'ink_vector' ? { format: 'ink-v1' } : {};
  return { ...format, ...present(signature), ...(strokes ? { sha256: canonicalHash(strokes) } : {}) };
}

/** Seals the sign-off at the end of the chain, as the server will read it: trimmed and checked by the kind's schema. */
export function sealed(draft: JsonObject, previous: string | null): { set: JsonObject; seal: string } {
  const read = parse(signoff.schema.partial(), draft);
  const set: JsonObject = Object.fromEntries(Object.keys(draft).map((field) => [field, read[field]]));
  // Parsed, with the members that a seal covers.
  const attestation = attestationOf(set as unknown as Signoff);
  const seal = sealOf(attestation, previous);
  const integrity = {
    algorithm: 'sha-256 over canonical JSON',
    attestation,
    previous_on_device: previous,
    payload_hash: seal,
  };
  return { set: { ...set, integrity }, seal };
}

/** Without undefined members, which JSON does not have. */
function present(members: object): JsonObject {
  return Object.fromEntries<Json>(Object.entries(members).filter(([, value]) => value !== undefined));
}
