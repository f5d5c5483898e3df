/**
 * Sign-off: the record that a named person confirmed a briefing on one exact approved version (contract rules SO1 to SO9). It is never
 * edited, and never refused for business reasons: late or suspicious ones are kept and flagged.
 */
import * as z from 'zod';
import { instantOf } from '../../base/instant.ts';
import { attestationOf, isOwnText, sealOf } from '../../crypto/attestation.ts';
import { canonicalHash, sameJson } from '../../crypto/canonical.ts';
import { administers } from '../../model/access.ts';
import { currencyOf, latestEquivalent, type Currency } from '../../model/validity.ts';
import { foldedName } from '../../model/person-name.ts';
import { signoffNotices } from './notices.ts';
import { Problem } from '../../model/problem.ts';
import type { StoredRecord } from '../../model/record.ts';
import type { BodyOf } from '../../model/declared-fields.ts';
import { defineResource, type Around, type World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { documentOf } from '../belongs.ts';
import { requireOpenSite } from '../site.ts';
import { doubtsOf, inkDigest, requireOwnFlags } from './doubts.ts';
import { capturedAt, duplicateWarning, findTwin, replacementsFor } from './duplicates.ts';
import { mostClaimedFlags, signoffFields, type ServerFlag } from './shape.ts';
import { siteOfVersion } from '../in-force.ts';
import type { Version } from '../document/version.ts';
import { once } from '../../base/once.ts';

export type Signoff = BodyOf<ReturnType<typeof signoffFields>>;

export const signoff = defineResource({
  kind: 'signoff',
  permission: 'signoffs:write',
  replicates: true,
  fields: signoffFields,
  sealed: true,
  isEvidence: true,
  urgency: { rank: 0 },
  retention: { evidence: true, expires: true, forVersion: (body) => Number(body.document_version) },
  deriveAround: (body, around) => ({ currency: currencyAround(body, around) }),
  columns: (body) => ({
    document_id: body.document_id,
    status: body.status,
    type: body.signoff_type,
    version: body.document_version ?? null,
    digest: inkDigest(body.signature),
  }),
  deviceOf: (body) => body.capture.device_id ?? null,
  reads: (body) => ({
    ids: [body.document_id, body.worker?.id],
    digests: [inkDigest(body.signature)],
    placesOf: [body.document_id],
    children: body.document_id ? [{ documentId: body.document_id, kinds: ['version', 'signoff'] }] : [],
  }),
  admit: (before, after, world) => {
    if (before) throw new Problem('conflict', 'A sign-off is never edited.');
    requireFewFlags(after);
    requireOwnFlags(after);
    const document = documentOf(world, after.document_id);
    const version = versionSigned(after, world);
    const site = siteOfVersion(version);
    // On an own phone somebody has read it all by now, with a code that was made before the site was archived.
    if (site && !world.actor.usesSignCode) requireOpenSite(world.record(site)?.body, world);
    const bound = { ...after, document_version: version.version, content_hash: version.content_hash };
    requireInk(bound);
    requireOwnText(bound);
    requireSeal(bound);
    const twin = after.duplicate_of ? null : findTwin(bound, world);
    const doubt = after.duplicate_of ? duplicateWarning(after.duplicate_of, bound, world) : null;
    const voided = after.void && mayVoid(world) ? after.void : null;
    return {
      ...bound,
      void: voided,
      // Not the document's own, which may be that of a draft.
      document_reference: version.reference ?? null,
      duplicate_of: after.duplicate_of ?? twin,
      status: voided ? 'voided' : after.declined ? 'declined' : after.duplicate_of && !doubt ? 'duplicate' : 'recorded',
      received_at: world.now,
      sync_delay_seconds: secondsBetween(capturedAt(bound), world.now),
      flags: [
        ...new Set([
          ...after.flags,
          ...warningFlags(bound, latestEquivalent(version, versionsOf(bound, world)), world),
          // The claim is kept, but has no effect on this sign-off.
          ...(doubt ? [doubt] : []),
          ...(twin ? ['signed_twice'] : []),
          ...doubtsOf(bound, version, instantOf(capturedAt(bound)), world),
          ...(isAfterArchiving(bound, document, world) ? ['after_archiving' as const] : []),
          ...(after.void && !voided ? ['void_claimed'] : []),
        ]),
      ],
    };
  },
  actions: {
    void: {
      args: once(() => z.object({ reason: z.string().trim().min(10).max(1000) })),
      run: (before, args, world, id) => {
        // Only an accountable person may void evidence, not a shared tablet or another system.
        if (world.actor.role === 'device' || world.actor.role === 'integration')
          throw new Problem('forbidden', 'Only a person can void a sign-off, not a device or an integration.');
        if (before.status === 'voided') throw new Problem('invalid_transition', 'The sign-off is already void.');
        const by = { id: world.author.id, name: world.author.name };
        return {
          after: {
            ...before,
            status: 'voided',
            void: { voided_at: world.now, voided_by: by, reason: String(args['reason']) },
          },
          also: replacementsFor(id, before, world),
        };
      },
    },
  },
  events: ({ op, id, after, world }) =>
    op !== 'create' || !after
      ? []
      : [
          {
            name: 'signoff.recorded',
            resourceId: id,
            data: {
              signoff_id: id,
              document_id: after.document_id,
              reference: after.document_reference ?? null,
              version: after.document_version ?? null,
              content_hash: after.content_hash ?? null,
              worker: { id: after.worker.id ?? null, name: after.worker.name },
              status: after.status,
              project_id: world.record(after.document_id)?.body['project_id'] ?? null,
            },
          },
        ],
  notices: signoffNotices,
});

/** `unknown` = the signed version is not on this device, so its validity cannot be determined here. */
export function currencyAround(
  { flags }: Pick<Signoff, 'flags'>,
  { versionState, documentStatus }: Around,
): Currency | 'unknown' {
  const currency = currencyOf({ flags: flags ?? [] }, versionState, documentStatus);
  return currency === 'superseded' && versionState === undefined ? 'unknown' : currency;
}

function versionsOf({ document_id }: Signoff, world: World): Version[] {
  // Children of kind `version` have bodies of the version's own schema.
  return world.children(document_id, 'version').map((record) => record.body as unknown as Version);
}

/** The approved version that the sign-off is bound to: the named one, or the current one. */
function versionSigned(signed: Signoff, world: World): Version {
  const versions = versionsOf(signed, world);
  const wanted = signed.document_version;
  const found = wanted
    ? versions.find((version) => version.version === wanted)
    : versions.find((version) => version.state === 'current');
  if (!found)
    throw wanted
      ? new Problem('version_not_approved', `Version ${wanted} was never approved, so it cannot be signed.`)
      : new Problem('document_not_approved', 'The document has no approved version to sign.');
  if (signed.content_hash && signed.content_hash !== found.content_hash)
    throw new Problem('content_hash_mismatch', `The hash is not that of version ${found.version}.`, {
      errors: [
        {
          pointer: '#/content_hash',
          code: 'content_hash_mismatch',
          detail: 'must be the hash of the approved version',
        },
      ],
    });
  return found;
}

/** Minimum of a signature in ink: 12 points, 60 × 20 units, and a matching hash of the strokes. */
function requireInk({ signature, witness, worker }: Signoff): void {
  if (!signature) return;
  const refuse = (pointer: string, detail: string): never => {
    throw new Problem('validation_failed', 'The signature is not complete.', {
      errors: [{ pointer, code: 'invalid_signature', detail }],
    });
  };
  if (signature.kind === 'tick_with_witness' && !witness) refuse('#/witness', 'a tick needs a witness');
  if (signature.kind !== 'ink_vector' && witness && foldedName(witness.name) === foldedName(worker.name))
    refuse('#/witness', 'a witness is somebody other than the signer');
  if (signature.kind !== 'ink_vector' || !signature.strokes) return;
  const points = signature.strokes.flat();
  if (points.length < 12 || spread(points, 0) < 60 || spread(points, 1) < 20)
    refuse('#/signature/strokes', 'the ink is too little to be a signature');
  if (signature.sha256 && signature.sha256 !== canonicalHash(signature.strokes))
    refuse('#/signature/sha256', 'must be the hash of the strokes');
}

/** Not `Math.max(...points)`: there may be more points than a call takes arguments. */
function spread(points: readonly (readonly number[])[], axis: 0 | 1): number {
  let [least, most] = [Infinity, -Infinity];
  for (const point of points) {
    const at = point[axis] ?? 0;
    least = Math.min(least, at);
    most = Math.max(most, at);
  }
  return most - least;
}

/** The remaining capacity is reserved for the server's flags. */
function requireFewFlags({ flags }: Signoff): void {
  if (flags.length > mostClaimedFlags)
    throw invalid([{ pointer: '#/flags', code: 'too_big', detail: `must be ${mostClaimedFlags} at most` }]);
}

/** The signed text matches its hash, and so the seal. */
function requireOwnText({ statement }: Signoff): void {
  if (isOwnText(statement)) return;
  throw new Problem('integrity_mismatch', 'The statement does not match its hash.', {
    errors: [{ pointer: '#/statement/text_hash', code: 'integrity_mismatch', detail: 'must be the hash of the text' }],
  });
}

/** A record with its own seal must match it completely. */
function requireSeal(signed: Signoff): void {
  const seal = signed.integrity;
  if (!seal) return;
  const attestation = attestationOf(signed);
  const matches = sameJson(seal.attestation, attestation);
  if (matches && seal.payload_hash === sealOf(attestation, seal.previous_on_device ?? null)) return;
  throw new Problem('integrity_mismatch', 'The sign-off does not match the hash it was sealed with.');
}

/** Clocks differ by less. */
const unevenMs = 10 * 60_000;

/** `latest` = the version up to which the signed one still counts: minor changes need no new briefing. */
function warningFlags(signed: Signoff, latest: Version, world: World): ServerFlag[] {
  // Compared as instants: the texts may differ in offset and precision.
  const [captured, now] = [Date.parse(capturedAt(signed) ?? world.now), Date.parse(world.now)];
  const flags: ServerFlag[] = [];
  if (latest.superseded_at && captured > Date.parse(latest.superseded_at))
    flags.push('stale_version', 'rebrief_required');
  const told = Date.parse(signed.briefing?.started_at ?? '');
  if (captured - now > unevenMs || told - now > unevenMs) flags.push('captured_in_future');
  if (now - captured > 30 * 86_400_000) flags.push('captured_long_ago');
  return flags;
}

/** An import by an administrator says which sign-offs were void in the other system. Otherwise a named user voids a recorded sign-off. */
function mayVoid({ actor }: World): boolean {
  return administers(actor.role);
}

/** Nothing of an archived document changes, so that its last change is the archiving. */
function isAfterArchiving(signed: Signoff, { body, updated_at: at }: StoredRecord, { now }: World): boolean {
  return body['status'] === 'archived' && Date.parse(capturedAt(signed) ?? now) > Date.parse(at);
}

function secondsBetween(from: string | null, to: string): number | null {
  return from === null ? null : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}
