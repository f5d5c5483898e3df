/**
 * What an organisation may be strict about at this door (contract, Review and strictness): members that mean nothing, and changes that
 * do not say which revision they are meant for. The settings are read only where a call gives cause to.
 */
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { defaultSettings, readSettings, type Settings } from '../../../shared/model/settings.ts';
import { readFeed } from '../../store/records/feed.ts';
import type { RestContext } from './rest-context.ts';
import type { MemberPath } from './unknown-fields.ts';

interface Laxness {
  /** Members of the body that mean nothing here. */
  readonly unknown: readonly MemberPath[];
  /** A change of one record, without `If-Match`. */
  readonly isUnguarded: boolean;
}

/** Throws `unknown_field` or `precondition_required`. */
export async function requireStrictness(
  context: RestContext,
  actor: Actor,
  { unknown, isUnguarded }: Laxness,
): Promise<void> {
  if (unknown.length === 0 && !isUnguarded) return;
  const { strict_bodies, require_if_match } = await settingsOf(context, actor);
  if (strict_bodies && unknown.length > 0)
    throw new Problem(
      'unknown_field',
      `${unknown.length === 1 ? '1 member means' : `${unknown.length} members mean`} nothing here.`,
      {
        errors: unknown.slice(0, 100).map((path) => ({
          pointer: `#/${path.map(pointerStep).join('/')}`,
          code: 'unknown_field',
          detail: 'is no member of this body',
        })),
      },
    );
  if (require_if_match && isUnguarded)
    throw new Problem('precondition_required', 'Send the ETag that was read as If-Match.', {
      errors: [{ header: 'If-Match', code: 'required', detail: 'must be given' }],
    });
}

async function settingsOf({ store }: RestContext, { organisationId }: Actor): Promise<Settings> {
  const feed = await readFeed(store.db, organisationId);
  return feed ? readSettings(feed.settings) : defaultSettings;
}

/** As RFC 6901 has it in a URI fragment, and never longer than somebody would read. */
function pointerStep(name: string): string {
  return encodeURIComponent(name.slice(0, 64).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}
