/** Which sign-offs repeat another one, and which of them count (contract rules SO8, SO17, SO28). */
import { byInstant, instantOf } from '../../base/instant.ts';
import type { BodyOf } from '../../model/declared-fields.ts';
import type { Draft, World } from '../../model/resource.ts';
import { isSamePerson } from '../../model/same-person.ts';
import type { ServerFlag, signoffFields } from './shape.ts';

type Signoff = BodyOf<ReturnType<typeof signoffFields>>;

/** Why it does not repeat the one that it refers to: that one is unknown, by another worker, or for another version. */
export function duplicateWarning(id: string, signed: Signoff, world: World): ServerFlag | null {
  const named = world.children(signed.document_id, 'signoff').find((record) => record.id === id);
  if (!named) return 'duplicate_unknown';
  const other = named.body as unknown as Signoff; // a child of kind `signoff` has a body of this schema
  const isSame = isSamePerson(other.worker, signed.worker) && other.document_version === signed.document_version;
  // What is void, or a refusal to sign, counts for nobody.
  const counts = other.status === 'recorded' || other.status === 'duplicate';
  return isSame && counts ? null : 'duplicate_mismatch';
}

/** Once the sign-off that counts is void, its first duplicate counts: the worker did sign that version. */
export function replacementsFor(id: string, voided: Signoff, world: World): Draft[] {
  const others = repetitionsOf(id, voided, world);
  if (voided.status !== 'recorded' || others.some(({ body }) => body.status === 'recorded')) return [];
  const first = others.filter(({ body }) => body.status === 'duplicate').toSorted(byArrival)[0];
  return first ? [{ kind: 'signoff', id: first.id, body: { ...first.body, status: 'recorded' } }] : [];
}

/**
 * The sign-offs of the version that name this one as their duplicate, or that it names, and so on. Names are not compared: two workers
 * may have the same one.
 */
function repetitionsOf(id: string, { document_id, document_version, duplicate_of }: Signoff, world: World) {
  const rest = new Set(
    world
      .children(document_id, 'signoff')
      .map((record) => ({ id: record.id, body: record.body as unknown as Signoff })) // children of this kind have bodies of this schema
      .filter((other) => other.id !== id && other.body.document_version === document_version),
  );
  const found = [{ id, names: duplicate_of }];
  const repetitions = [];
  for (const known of found)
    for (const other of rest) {
      if (other.body.duplicate_of !== known.id && other.id !== known.names) continue;
      rest.delete(other);
      repetitions.push(other);
      found.push({ id: other.id, names: other.body.duplicate_of });
    }
  return repetitions;
}

function byArrival(a: { readonly body: Signoff }, b: { readonly body: Signoff }): number {
  return byInstant(a.body.received_at, b.body.received_at);
}

/**
 * The same worker, version and session on another device within 30 minutes. Both count, and the later one is flagged: the server cannot
 * know which of the two is genuine, so an earlier forgery must not take the place of the worker's own signature.
 */
export function findTwin(signed: Signoff, world: World): string | null {
  const session = signed.briefing?.session_id;
  if (!session || !signed.worker.id || signed.signoff_type !== 'worker_briefing') return null;
  for (const record of world.children(signed.document_id, 'signoff')) {
    // Children of kind `signoff` have bodies of this schema.
    const other = record.body as unknown as Signoff;
    const apart = Math.abs(instantOf(capturedAt(other)) - instantOf(capturedAt(signed) ?? world.now));
    const sameBriefing =
      other.worker.id?.toLowerCase() === signed.worker.id.toLowerCase() &&
      other.document_version === signed.document_version &&
      other.briefing?.session_id === session &&
      (other.capture.device_id ?? null) !== (signed.capture.device_id ?? null);
    if (sameBriefing && other.status === 'recorded' && apart <= 30 * 60_000) return record.id;
  }
  return null;
}

export function capturedAt(signed: Signoff): string | null {
  return signed.capture.captured_at_corrected ?? signed.capture.captured_at_device ?? null;
}
