/**
 * What makes a sign-off doubtful, in words that only the server writes (contract, SO23 to SO30). A doubtful sign-off is kept: these flags
 * tell people which ones to ask about.
 */
import { canonicalHash } from '../../crypto/canonical.ts';
import type { JsonObject } from '../../base/json.ts';
import type { BodyOf } from '../../model/declared-fields.ts';
import { foldedName, isNameOf } from '../../model/person-name.ts';
import { liveOf } from '../../model/record.ts';
import type { World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import type { Version } from '../document/version.ts';
import { lacksPassedCheck } from './understanding.ts';
import { claimedFlag, claimedFlagForm, isServerFlag, type ServerFlag, type signoffFields } from './shape.ts';

type Signoff = BodyOf<ReturnType<typeof signoffFields>>;

/** Clocks of tablets may be this wrong. */
const toleranceMs = 10 * 60_000;

/** Throws `validation_failed` if the sender uses a word of the server, or one that looks like it. */
export function requireOwnFlags({ flags }: Signoff): void {
  const errors = flags.flatMap((flag, i) => {
    const pointer = `#/flags/${i}`;
    if (isServerFlag(flag)) return [{ pointer, code: 'reserved', detail: `only the server sets the flag ${flag}` }];
    return claimedFlag.safeParse(flag).success ? [] : [{ pointer, code: 'invalid_format', detail: claimedFlagForm }];
  });
  if (errors.length > 0) throw invalid(errors);
}

/** @param capturedAt ms since 1970; NaN if unknown */
export function doubtsOf(signed: Signoff, version: Version, capturedAt: number, world: World): ServerFlag[] {
  const flags: ServerFlag[] = [];
  if (capturedAt + toleranceMs < Date.parse(version.approved_at)) flags.push('before_approval');
  if (hasNoInk(signed)) flags.push('no_ink');
  if (hasOtherName(signed)) flags.push('typed_name_differs');
  if (lacksPassedCheck(signed, version, world.settings)) flags.push('check_not_passed');
  // A device knows neither all workers nor all sign-offs, and not what the server knows of its token.
  return world.isReplica ? flags : [...flags, ...knownToServer(signed, world)];
}

function knownToServer({ worker, signature, capture }: Signoff, world: World): ServerFlag[] {
  const flags: ServerFlag[] = [];
  const known = worker.id ? liveOf(world.record(worker.id), 'worker') : undefined;
  if (worker.id && !known) flags.push('worker_unknown');
  if (known && foldedName(String(known.body['name'])) !== foldedName(worker.name)) flags.push('worker_name_mismatch');
  const ink = inkDigest(signature);
  if (ink && world.hasDigest(ink)) flags.push('ink_repeated');
  const { deviceId } = world.actor;
  if (deviceId && capture.device_id && capture.device_id !== deviceId) flags.push('device_mismatch');
  return flags;
}

function hasNoInk({ signature }: Signoff): boolean {
  return signature?.kind === 'ink_vector' && !signature.strokes;
}

function hasOtherName({ signature, worker }: Signoff): boolean {
  return signature?.kind === 'typed_name' && !isNameOf(signature.text ?? '', worker.name);
}

/** By which the same ink is found again; null without ink. The signature may not have been validated yet. */
export function inkDigest(signature: Signoff['signature'] | JsonObject): string | null {
  if (signature?.kind !== 'ink_vector' || !Array.isArray(signature.strokes)) return null;
  return typeof signature.sha256 === 'string' ? signature.sha256 : canonicalHash(signature.strokes);
}
