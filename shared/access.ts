/** Who may do what: one total table of roles and permissions (contract rule AC1). A token acts with one role. */

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
  'conflicts:write',
  'permits:read',
  'permits:write',
  'incidents:read',
  'incidents:write',
  'workers:read',
  'workers:write',
  'contractors:write',
  'submissions:write',
  'audit:read',
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
  /** What the token is limited to, within its role; absent = all that the role allows. */
  readonly scopes?: readonly Permission[] | null;
}

/** The id of the server itself, where it acts on its own behalf; no token has it. */
export const systemActorId = 'system';

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
    'workers:write',
    'contractors:write',
    'audit:read',
  ],
  author: [...reads, ...writes],
  supervisor: [...reads, ...writes, 'permits:write', 'workers:write'],
  viewer: [...reads, 'sync'],
  contractor_author: [
    'projects:read',
    'documents:read',
    'signoffs:read',
    'documents:write',
    'submissions:write',
    'sync',
  ],
  integration: [
    ...reads,
    'projects:write',
    'documents:write',
    'signoffs:write',
    'exports:write',
    'incidents:write',
    'workers:write',
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

/** What the role allows and the token's scopes do not leave out. */
export function may({ role, scopes }: Pick<Actor, 'role' | 'scopes'>, permission: Permission): boolean {
  return allows(role, permission) && (scopes?.includes(permission) ?? true);
}

export function isRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role);
}
