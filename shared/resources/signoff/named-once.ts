/** Who is to sign of those whom a document names, and which entries name the same person (contract, Sign-offs, SO35). */
import { canonical } from '../../crypto/canonical.ts';
import { foldedName } from '../../model/person-name.ts';

/** Of a personnel entry. */
export interface NamedPerson {
  readonly person_id?: string | null | undefined;
  readonly person_type?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
}

/** Roles that decide or advise from the office do not sign at the gate. */
const officeRoles = new Set<unknown>([
  'author',
  'safety_adviser',
  'designer',
  'project_manager',
  'principal_contractor_manager',
]);

/** Whether somebody whom a document names is to sign it; people with an account of their own write and approve. */
export function isToSign({ person_type: type, role }: Pick<NamedPerson, 'person_type' | 'role'>): boolean {
  return type !== 'user' && !officeRoles.has(role);
}

/** One list for each person, in the order in which they are first named. */
export function namedOnce<Entry extends NamedPerson>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const alike = Map.groupBy(entries, describedBy);
  const keys = entries.map((entry, i): unknown => {
    const { person_id: id } = entry;
    if (id) return id.toLowerCase();
    const described = describedBy(entry);
    const others = alike.get(described) ?? [];
    return described !== null && isOnePerson(others) ? (idsOf(others)[0] ?? described) : i;
  });
  return [...Map.groupBy(entries.keys(), (i) => keys[i]).values()].map((places) =>
    places.flatMap((i) => entries[i] ?? []),
  );
}

/** Null where no employer is named: a name alone may be anybody's. */
function describedBy({ name, employer_name: employer }: NamedPerson): string | null {
  const folded = foldedName(employer ?? '');
  return folded === '' ? null : canonical([foldedName(name), folded]);
}

/** Nobody is named twice in one role; who is, is two people. */
function isOnePerson(alike: readonly NamedPerson[]): boolean {
  const unknown = alike.filter(({ person_id: id }) => !id);
  const known = new Set(alike.filter(({ person_id: id }) => id).map(({ role }) => role));
  const roles = new Set([...known, ...unknown.map(({ role }) => role)]);
  const languages = new Set(alike.flatMap(({ preferred_language: language }) => language?.toLowerCase() || []));
  return (
    idsOf(alike).length <= 1 &&
    languages.size <= 1 &&
    roles.size === known.size + unknown.length &&
    [...roles].every(Boolean)
  );
}

function idsOf(entries: readonly NamedPerson[]): readonly string[] {
  return [...new Set(entries.flatMap(({ person_id: id }) => id?.toLowerCase() || []))];
}
