/** The actor of a token at this moment and from this address (contract, Tokens and settings): a pure function of stored rows. */
import { allows, isRole, isWithin, permissions, type Actor, type Permission } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { liveOf } from '../../shared/model/record.ts';
import type { User } from '../../shared/resources/user.ts';
import { openRanges } from '../base/addresses.ts';
import { retentionOf } from '../base/retention.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { PastProjects, TokenTable } from '../store/tables/tokens.ts';

type TokenRights = Pick<Actor, 'role' | 'scopes' | 'name' | 'contractorId' | 'isSession'>;

/** @param user the record that `token.user_id` names, if there is one */
export function actorBehind(
  token: TokenTable,
  user: RecordTable | undefined,
  address: string | undefined,
  nowMs: number,
): Actor | Problem {
  if (token.revoked_at !== null || !isRole(token.role)) return new Problem('unauthenticated');
  if (token.expires_at !== null && Date.parse(token.expires_at) <= nowMs)
    return new Problem('unauthenticated', 'The token has expired.');
  if (token.ip_allow !== null && !openRanges(readList(token.ip_allow))(address))
    return new Problem('unauthenticated', 'The token is not accepted from this address.');
  const rights = rightsOf(token, user);
  if (rights === null) return new Problem('unauthenticated', 'The user of the token is not active.');
  const { org_id: organisationId, actor_id: id, id: tokenId, device_id: deviceId } = token;
  const projects = projectsOf(token);
  const limits = projects ? { projects, pastProjects: pastOf(token, nowMs) } : {};
  return { organisationId, id, tokenId, deviceId, ...rights, ...limits };
}

/** What the token may do when it is used; null if it was revoked, or its user is not active. */
export function rightsOf(token: TokenTable, user: RecordTable | undefined): TokenRights | null {
  if (token.revoked_at !== null || !isRole(token.role)) return null;
  const own = { role: token.role, scopes: scopesOf(token), name: token.actor_name };
  return token.user_id === null ? own : asUser(token, own, user);
}

/** A session is its user; a token has its role while the user's includes it, else the user's role, narrowed to the token's permissions. */
function asUser({ purpose }: TokenTable, own: TokenRights, row: RecordTable | undefined): TokenRights | null {
  const user = liveOf(row, 'user');
  if (user?.status !== 'active') return null;
  const { name, role, contractor_id: contractorId = null } = JSON.parse(user.body) as User; // a record of kind user holds a body of its schema
  const isSession = purpose === 'session';
  const rights = isSession ? { role, scopes: null } : isWithin(own.role, role) ? own : { role, scopes: narrowed(own) };
  return { ...rights, name, contractorId, isSession };
}

function narrowed({ role, scopes }: TokenRights): Permission[] {
  return (scopes ?? permissions).filter((permission) => allows(role, permission));
}

export function scopesOf({ scopes }: Pick<TokenTable, 'scopes'>): Permission[] | null {
  return scopes === null ? null : (readList(scopes) as Permission[]); // written from the checked names
}

export function projectsOf({ project_ids: ids }: Pick<TokenTable, 'project_ids'>): string[] | null {
  return ids === null ? null : readList(ids);
}

/** Kept as long as commands are: a photo that was taken before is decided under the limits of now. */
function pastOf(token: TokenTable, nowMs: number): NonNullable<Actor['pastProjects']> {
  return readPast(token)
    .map(({ project_ids: projects, until }) => ({ projects, untilMs: Date.parse(until) }))
    .filter(({ untilMs }) => untilMs > nowMs - retentionOf('commands'));
}

/** A tablet is rarely moved while it has unsent work of more than a few places. */
const mostPast = 10;

/** What a token that gets other projects now was limited to, as its row keeps it. */
export function pastWith(token: Pick<TokenTable, 'project_ids' | 'past_projects'>, now: string): string {
  const ending = projectsOf(token);
  // Where it had these before, the later end is all there is to know.
  const others = readPast(token).filter(({ project_ids: ids }) => !sameProjects(ids, ending));
  const past: PastProjects[] = [...others, { project_ids: ending, until: now }];
  return JSON.stringify(past.slice(-mostPast));
}

function sameProjects(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one?.toSorted().join() === other?.toSorted().join();
}

function readPast({ past_projects: past }: Pick<TokenTable, 'past_projects'>): PastProjects[] {
  return JSON.parse(past) as PastProjects[]; // as pastWith writes it
}

/** Lists that saveToken wrote. */
export function readList(stored: string): string[] {
  return JSON.parse(stored) as string[];
}
