/** Permissions: one total table of roles and permissions (contract rule AC1). A token acts with one role. */
import { Problem } from './problem.ts';

export const roles = [
  'owner',
  'admin',
  'manager',
  'author',
  'supervisor',
  'viewer',
  'contractor_author',
  'integration',
  'device',
] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  'projects:read',
  'projects:write',
  'documents:read',
  'documents:write',
  'documents:approve',
  'documents:archive',
  'signoffs:read',
  'signoffs:write',
  'exports:write',
  'webhooks:manage',
  'mirrors:manage',
  'conflicts:write',
  'permits:read',
  'permits:write',
  'incidents:read',
  'incidents:write',
  'incidents:manage',
  'workers:read',
  'workers:write',
  'contractors:write',
  'submissions:write',
  'users:manage',
  'tokens:manage',
  'organisation:manage',
  'sync',
] as const;
export type Permission = (typeof permissions)[number];

/** The person or program behind a request, as its token names it. */
export interface Actor {
  readonly organisationId: string;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Limits of the token within its role; absent = all permissions of the role. */
  readonly scopes?: readonly Permission[] | null;
  /** Absent if there is no token: a signed link, or the server itself. */
  readonly tokenId?: string;
  /** The token is a session: any other of the same person is as good. */
  readonly isSession?: boolean;
  /** Somebody signs on an own phone, with a code that was made for them. */
  readonly usesSignCode?: boolean;
  /** The device that the token was first used on to record something; absent or null = none so far. */
  readonly deviceId?: string | null;
  /** For a contractor_author: the contractor it acts for. Absent = the contractor with the actor's own id. */
  readonly contractorId?: string | null;
  /** Projects that the token is limited to; such a token can only sync. Absent or null = the whole organisation. */
  readonly projects?: readonly string[] | null;
  /** What they were before, oldest first: work of then is taken under the limits of then. */
  readonly pastProjects?: readonly EarlierLimits[];
}

/** What a token was limited to before; null = it was not limited. `untilMs` = since 1970. */
export interface EarlierLimits {
  readonly projects: readonly string[] | null;
  readonly untilMs: number;
}

/** Who did something, as records name people. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** The contractor that a contractor_author acts for. */
export function contractorOf({ id, contractorId }: Pick<Actor, 'id' | 'contractorId'>): string {
  return contractorId ?? id;
}

/** The contractor whose part is all that the actor sees; undefined if the actor sees the whole organisation. */
export function firmOf(actor: Pick<Actor, 'id' | 'role' | 'contractorId'>): string | undefined {
  return actor.role === 'contractor_author' ? contractorOf(actor) : undefined;
}

/** The id of the server when it acts on its own behalf; no token has it. */
export const systemActorId = 'system';

/** Replaces the author of anonymous records; no token has it. */
export const anonymousId = 'anonymous';

/** The author where nobody knows who it was: the work was made under a token that the server has never issued, and sent under another. */
export const unknownPerson: Person = { id: 'unknown', name: 'Unknown' };

const reads = [
  'projects:read',
  'documents:read',
  'signoffs:read',
  'permits:read',
  'incidents:read',
  'workers:read',
] as const;
const writes = [
  'documents:write',
  'signoffs:write',
  'exports:write',
  'conflicts:write',
  'incidents:write',
  'submissions:write',
  'sync',
] as const;

const grants: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  admin: permissions,
  manager: [
    ...reads,
    ...writes,
    'projects:write',
    'documents:approve',
    'documents:archive',
    'permits:write',
    'incidents:manage',
    'workers:write',
    'contractors:write',
  ],
  author: [...reads, ...writes],
  supervisor: [...reads, ...writes, 'permits:write', 'workers:write'],
  viewer: [...reads, 'sync'],
  contractor_author: ['projects:read', 'documents:read', 'signoffs:read', 'documents:write', 'submissions:write'],
  integration: [
    ...reads,
    'projects:write',
    'documents:write',
    'signoffs:write',
    'exports:write',
    'incidents:write',
    'workers:write',
    'contractors:write',
    'submissions:write',
    'sync',
  ],
  device: [
    ...reads,
    'documents:write',
    'signoffs:write',
    'conflicts:write',
    'permits:write',
    'incidents:write',
    'sync',
  ],
};

export function allows(role: Role, permission: Permission): boolean {
  return grants[role].includes(permission);
}

/** The permissions of the role within the token's scopes. */
export function may({ role, scopes }: Pick<Actor, 'role' | 'scopes'>, permission: Permission): boolean {
  return allows(role, permission) && (scopes?.includes(permission) ?? true);
}

/** Whether the actor may change anything at all. */
export function mayWrite(actor: Pick<Actor, 'role' | 'scopes'>): boolean {
  return permissions.some((permission) => /:(write|approve|manage)$/.test(permission) && may(actor, permission));
}

/** Throws `forbidden`, and names the missing permission. */
export function requirePermission(actor: Pick<Actor, 'role' | 'scopes'>, permission: Permission): void {
  if (may(actor, permission)) return;
  const why = allows(actor.role, permission) ? 'This token is not made for' : `The role “${actor.role}” lacks`;
  throw new Problem('forbidden', `${why} ${permission}.`, { members: { permission } });
}

/** The permission needed to read what this permission changes: `documents:read` if its area has no read permission. */
export function readingOf(permission: Permission): Permission {
  const reading = `${permission.split(':')[0] ?? ''}:read`;
  return permissions.find((each) => each === reading) ?? 'documents:read';
}

/** Whether `limit` includes all of `role`. Owners have the same permissions as admins, but only owners can create owners. */
export function isWithin(role: Role, limit: Role): boolean {
  return role === limit || (role !== 'owner' && grants[role].every((permission) => allows(limit, permission)));
}

/** Prevents privilege escalation: throws `forbidden`, naming the permissions that the caller lacks. */
export function requireGrantable(giver: Actor, role: Role, scopes?: readonly Permission[] | null): void {
  if (role === 'owner' && giver.role !== 'owner') throw new Problem('forbidden', 'Only an owner can create an owner.');
  for (const permission of grants[role]) if (scopes?.includes(permission) ?? true) requirePermission(giver, permission);
}

/** Has every permission, unless its token narrows it. */
export function administers(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

export function isRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role);
}
