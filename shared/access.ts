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
  'sync',
] as const;
export type Permission = (typeof permissions)[number];

/** The person or program behind a request, as its token names it. */
export interface Actor {
  readonly organisationId: string;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The id of the server itself, where it acts on its own behalf; no token has it. */
export const systemActorId = 'system';

const reads = ['projects:read', 'documents:read', 'signoffs:read'] as const;
const writes = ['documents:write', 'signoffs:write', 'exports:write', 'conflicts:write', 'sync'] as const;

const grants: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  admin: permissions,
  manager: [...reads, ...writes, 'projects:write', 'documents:approve', 'documents:archive'],
  author: [...reads, ...writes],
  supervisor: [...reads, ...writes],
  viewer: [...reads, 'sync'],
  contractor_author: [...reads, 'documents:write', 'sync'],
  integration: [...reads, 'projects:write', 'documents:write', 'signoffs:write', 'exports:write', 'sync'],
  device: [...reads, 'documents:write', 'signoffs:write', 'conflicts:write', 'sync'],
};

export function allows(role: Role, permission: Permission): boolean {
  return grants[role].includes(permission);
}

export function isRole(role: string): role is Role {
  return (roles as readonly string[]).includes(role);
}
