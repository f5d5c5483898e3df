/** Signed download links that need no token: bound to one path of one organisation, valid for 15 minutes (contract, REST). */
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { isSame, sign } from '../../auth/crypto.ts';
import type { RestContext } from './rest-context.ts';

const lifeMs = 15 * 60_000;

export interface Link {
  readonly url: string;
  /** RFC 3339 */
  readonly expiresAt: string;
}

export function linkTo(context: RestContext, organisationId: string, path: string): Link {
  const expires = Math.ceil((context.commitContext.now() + lifeMs) / 1000);
  const query = new URLSearchParams({
    organisation: organisationId,
    expires: String(expires),
    signature: signature(context.signingKey, organisationId, path, expires),
  });
  return { url: `${context.baseUrl()}${path}?${query.toString()}`, expiresAt: new Date(expires * 1000).toISOString() };
}

/** No token has it. */
const linkHolderId = 'download-link';

/** A signed link is itself the permission to read what it names. */
export function isByLink({ id, tokenId }: Actor): boolean {
  return id === linkHolderId && tokenId === undefined;
}

/** The actor of a signed link, who may only read. Null where the query has no signature; throws `unauthenticated`. */
export function readLink(context: RestContext, path: string, query: URLSearchParams): Actor | null {
  const given = query.get('signature');
  if (given === null) return null;
  const organisationId = query.get('organisation') ?? '';
  const expires = Number(query.get('expires'));
  const expected = signature(context.signingKey, organisationId, path, expires);
  if (!isSame(given, expected)) throw new Problem('unauthenticated', 'The download link is not valid.');
  if (context.commitContext.now() >= expires * 1000)
    throw new Problem('unauthenticated', 'The download link has expired; read the export again for a new one.');
  return { organisationId, id: linkHolderId, name: 'Download link', role: 'viewer' };
}

function signature(key: Uint8Array, organisationId: string, path: string, expires: number): string {
  return sign(key, JSON.stringify([organisationId, path, expires]));
}
