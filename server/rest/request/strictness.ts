/**
 * What an organisation may be strict about in REST (contract, Review and strictness): unknown fields, and changes without `If-Match`.
 * The settings are read only where a request has one of them.
 */
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { defaultSettings, readSettings, type Settings } from '../../../shared/model/settings.ts';
import { readFeed } from '../../store/records/feed.ts';
import type { RestContext } from './rest-context.ts';
import type { MemberPath } from './unknown-fields.ts';

interface Leniency {
  /** Unknown fields of the body. */
  readonly unknown: readonly MemberPath[];
  /** The request itself asks to be strict (`Prefer: handling=strict`). */
  readonly isStrict: boolean;
  /** A change of one record, without `If-Match`. */
  readonly isUnguarded: boolean;
}

/** Throws `unknown_field` or `precondition_required`. */
export async function requireStrictness(
  context: RestContext,
  actor: Actor,
  { unknown, isStrict, isUnguarded }: Leniency,
): Promise<void> {
  if (unknown.length === 0 && !isUnguarded) return;
  const { strict_bodies, require_if_match } = await settingsOf(context, actor);
  if (isStrict || strict_bodies) refuseUnknown(unknown);
  if (require_if_match && isUnguarded)
    throw new Problem('precondition_required', 'Send the ETag of the record as If-Match.', {
      errors: [{ header: 'If-Match', code: 'required', detail: 'is required' }],
    });
}

/** Throws `unknown_field`. */
export function refuseUnknown(unknown: readonly MemberPath[]): void {
  if (unknown.length === 0) return;
  throw new Problem(
    'unknown_field',
    `The body has ${unknown.length === 1 ? '1 unknown field' : `${unknown.length} unknown fields`}.`,
    {
      errors: unknown.slice(0, 100).map((path) => ({
        pointer: `#/${path.map(pointerStep).join('/')}`,
        code: 'unknown_field',
        detail: 'is not a field of this request',
      })),
    },
  );
}

async function settingsOf({ store }: RestContext, { organisationId }: Actor): Promise<Settings> {
  const feed = await readFeed(store.db, organisationId);
  return feed ? readSettings(feed.settings) : defaultSettings();
}

/** A step of a URI-fragment pointer (RFC 6901), cut to a readable length. */
function pointerStep(name: string): string {
  return encodeURIComponent(name.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
