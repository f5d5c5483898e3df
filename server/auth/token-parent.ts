/** A token is never more than its parent, the token that creates or changes it: compared limit by limit (contract rules AU18 to AU20). */
import type { Actor, Role } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isRangeWithin } from '../base/addresses.ts';
import { readToken } from '../store/access/tokens.ts';
import type { Db } from '../store/engine/db.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import { readList } from './token-actor.ts';

/** As in the row of a token: lists are JSON arrays, and null = no limit. */
export type TokenLimits = Pick<TokenTable, 'ip_allow' | 'expires_at' | 'project_ids'>;

/** Throws `forbidden`, with a pointer to each limit that is wider than the parent's. */
export function requireWithinParent(parent: TokenLimits, child: TokenLimits): void {
  const errors = [
    ...wider('ip_allow', 'each must lie within the addresses of your own token', () => hasAddressesOf(parent, child)),
    ...wider('expires_at', 'must not be later than the expiry of your own token', () => endsWith(parent, child)),
    ...wider('project_ids', 'must be projects of your own token', () => hasProjectsOf(parent, child)),
  ];
  if (errors.length === 0) return;
  const names = errors.map(({ pointer }) => pointer.slice(2)).join(', ');
  throw new Problem('forbidden', `A token cannot be wider than the one it is made with: ${names}.`, { errors });
}

/** Throws `forbidden` if the token is an owner's and the caller is none. `userRole` = of the user that the token acts as. */
export function requireOwnerForOwners(actor: Actor, { role }: Pick<TokenTable, 'role'>, userRole: Role | null): void {
  if ((userRole ?? role) === 'owner' && actor.role !== 'owner')
    throw new Problem('forbidden', 'Only an owner can change or revoke the token of an owner.');
}

function wider(field: string, detail: string, isWithin: () => boolean) {
  return isWithin() ? [] : [{ pointer: `#/${field}`, code: 'too_big', detail }];
}

function hasAddressesOf({ ip_allow: limit }: TokenLimits, { ip_allow: asked }: TokenLimits): boolean {
  return limit === null || (asked !== null && readList(asked).every((range) => isRangeWithin(range, readList(limit))));
}

function endsWith({ expires_at: limit }: TokenLimits, { expires_at: asked }: TokenLimits): boolean {
  return limit === null || (asked !== null && Date.parse(asked) <= Date.parse(limit));
}

function hasProjectsOf({ project_ids: limit }: TokenLimits, { project_ids: asked }: TokenLimits): boolean {
  return limit === null || (asked !== null && readList(asked).every((id) => readList(limit).includes(id)));
}

/** The caller's own token or session: what a request makes others with. None of them is more than it (contract rule AU18). */
export async function parentOf(db: Db, { organisationId, tokenId = '' }: Actor): Promise<TokenTable> {
  const row = await readToken(db, organisationId, tokenId);
  if (!row) throw new Problem('not_found', 'There is no token with this id.');
  // That a session ends soon says nothing about what its user may make.
  return row.purpose === 'session' ? { ...row, expires_at: null } : row;
}
