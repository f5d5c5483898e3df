/**
 * Who is who among people who are named (contract, Web, WB462). Ids decide where both sides have one. A name decides only where it can mean
 * one person, and an employer tells namesakes apart where both have one.
 */
import { foldedName } from './person-name.ts';

export interface Named {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
}

/** What people are compared by: folded, and empty where it is not known. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly employer: string;
  /** The employer; where none is named, that of the first who signed as this person with one. */
  readonly knownEmployer: string;
}

/** Who of them is meant; undefined where it is nobody, or where several could be. */
export function personAmong<Each extends Named>(among: readonly Each[], named: Named): Each | undefined {
  const sought = identityOf(named);
  const known = among.map((each) => ({ ...identityOf(each), each }));
  const found =
    sought.id === ''
      ? meant(known, sought)
      : (known.find(({ id }) => id === sought.id) ??
        meant(
          known.filter(({ id }) => id === ''),
          sought,
        ));
  return found?.each;
}

/**
 * Whom a name means: those who are named like that, by employer too, if there are any. Of several the first without an id, unless employers
 * tell them apart: namesakes with ids cannot be told apart by name.
 */
export function meant<Each extends Identity>(among: readonly Each[], named: Identity): Each | undefined {
  const alike = among.filter((each) => isAlike(each, named));
  const exact = alike.filter((each) => isNamedAs(each, named));
  const candidates = exact.length > 0 ? exact : alike;
  if (candidates.length <= 1) return candidates[0];
  const isTold = exact.length === 0 && new Set(candidates.map((each) => each.knownEmployer)).size > 1;
  return isTold ? undefined : candidates.find(({ id }) => id === '');
}

export function isNamedAs({ employer, knownEmployer }: Identity, named: Identity): boolean {
  return named.employer === employer || named.employer === knownEmployer;
}

/** Of several of one name, who is meant. */
export function withEmployer({ name, employer_name: employer }: Named): string {
  return employer ? `${name} (${employer})` : name;
}

/** How little is known of somebody: an id says more than a name alone, and so does an employer. */
export function unknownOf({ id, employer_name }: Named): number {
  return (id ? 0 : 2) + (foldedName(employer_name ?? '') === '' ? 1 : 0);
}

/** Whether both can be one person. */
export function isSamePerson(a: Named, b: Named): boolean {
  if (a.id && b.id) return a.id.toLowerCase() === b.id.toLowerCase();
  return foldedName(a.name) === foldedName(b.name) && isAlike(identityOf(a), identityOf(b));
}

function isAlike(a: Identity, b: Identity): boolean {
  const [one, other] = [a.knownEmployer, b.knownEmployer];
  return a.name === b.name && (one === '' || other === '' || one === other);
}

/** No employer is the same as one whose name shows nothing. */
export function isSameEmployer(a: Pick<Named, 'employer_name'>, b: Pick<Named, 'employer_name'>): boolean {
  return foldedName(a.employer_name ?? '') === foldedName(b.employer_name ?? '');
}

export function identityOf({ id, name, employer_name }: Named): Identity {
  const employer = foldedName(employer_name ?? '');
  return { id: id?.toLowerCase() ?? '', name: foldedName(name), employer, knownEmployer: employer };
}
