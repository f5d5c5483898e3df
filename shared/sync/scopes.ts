/**
 * Scopes of a token (contract, Tokens and settings): single permissions by name, or a whole area such as `documents:*`, which means the
 * permissions that the area has when the token is created.
 */
import { permissions, type Permission } from '../model/access.ts';

type Area<Name extends string> = Name extends `${infer First}:${string}` ? First : never;
type Group = `${Area<Permission>}:*`;
export type Scope = Permission | Group;

const areas = new Set(permissions.flatMap((permission) => permission.split(':').slice(0, -1)));

export const scopes = [
  ...permissions,
  ...[...areas].map((area) => `${area}:*` as Group), // derived from the names that the type is made of
] as const;

/** Each permission once, in the order of the table. */
export function permissionsOf(wanted: readonly Scope[]): Permission[] {
  return permissions.filter((permission) =>
    wanted.some((scope) => scope === permission || (scope.endsWith(':*') && permission.startsWith(scope.slice(0, -1)))),
  );
}
