/**
 * Whose sign-off is whose: a sign-off counts for one person at most (contract, Web). Ids decide where both sides have one. A name decides
 * only where it can mean one person, and an employer tells namesakes apart where both have one.
 */
import { foldedName } from '../../model/person-name.ts';
import type { Answer } from './standing.ts';

export interface Named {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
}

/** Whose sign-offs are sought. */
export interface Sought extends Named {
  /** Of who is not here any more: what was signed up to this version is theirs. */
  readonly leftAfter?: number | undefined;
}

export interface Matched<Person, Signed> {
  /** In the order given, each with the sign-offs that are theirs, in the order of time. */
  readonly expected: readonly { readonly person: Person; readonly own: readonly Signed[] }[];
  /** Signed without being expected, one list for each person. */
  readonly others: readonly (readonly Signed[])[];
}

/** What people are compared by: folded, and empty where it is not known. */
interface Identity {
  readonly id: string;
  readonly name: string;
  readonly employer: string;
  /** The employer; where none is named, that of the first who signed as this person with one. */
  readonly knownEmployer: string;
}

interface Slot<Signed> extends Identity {
  knownEmployer: string;
  /** Of the first who signed in this name with an id. */
  signerId: string;
  readonly leftAfter: number | undefined;
  readonly own: Signed[];
}

/**
 * @param expected several entries with one id are one person, several without ids are several
 * @param signed in the order of time
 */
export function matchPeople<Person extends Sought, Signed extends Answer>(
  expected: readonly Person[],
  signed: readonly Signed[],
): Matched<Person, Signed> {
  const slots = slotsOf<Person, Signed>(expected);
  const others: Slot<Signed>[] = [];
  const all = signed.map((each, i) => ({ each, i, signer: identityOf(each.worker) }));
  const place = new Map(all.map(({ each, i }) => [each, i]));
  // Ids say more than names, so they are matched first.
  for (const { each, signer } of all.toSorted((a, b) => Number(a.signer.id === '') - Number(b.signer.id === ''))) {
    const slot = slotOf([...slots, ...others], signer, each);
    if (slot) {
      slot.own.push(each);
      slot.signerId ||= signer.id;
      slot.knownEmployer ||= signer.employer;
    } else others.push({ ...signer, signerId: '', leftAfter: undefined, own: [each] });
  }
  const inTime = ({ own }: Slot<Signed>): Signed[] => own.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return {
    expected: slots.map((slot) => ({ person: slot.person, own: inTime(slot) })),
    others: others.map(inTime),
  };
}

function slotsOf<Person extends Sought, Signed>(
  expected: readonly Person[],
): (Slot<Signed> & { readonly person: Person })[] {
  const ids = new Set<string>();
  return expected.flatMap((person) => {
    const identity = identityOf(person);
    if (ids.has(identity.id)) return [];
    if (identity.id !== '') ids.add(identity.id);
    return [{ ...identity, person, signerId: '', leftAfter: person.leftAfter, own: [] }];
  });
}

/** The entry of this id, or one in the signer's name: of several who are alike, the one who most likely gave the answer. */
function slotOf<S extends Answer>(among: readonly Slot<S>[], signer: Identity, answer: S): Slot<S> | undefined {
  const isNameAlone = signer.id === '';
  const known = among.find(({ id, signerId }) => !isNameAlone && (id === signer.id || signerId === signer.id));
  if (known) return known;
  const free = among
    .filter(({ id, signerId }) => isNameAlone || (id === '' && signerId === ''))
    // Who left is brought back by what is signed exactly as they are named, not by what another of the name may have signed.
    .filter((each) => !isSignedAfter(each, answer) || (each.id === signer.id && isNamedAs(each, signer)));
  return meant(
    free.toSorted((a, b) => rankOf(a, answer) - rankOf(b, answer) || a.own.length - b.own.length),
    signer,
  );
}

/** How unlikely the answer is theirs: so that each of those who are alike signs a new version again, and who left least likely. */
function rankOf<S extends Answer>(slot: Slot<S>, answer: S): number {
  const isSame = (own: S): boolean => (own.isCurrent && answer.isCurrent) || own.version === answer.version;
  const same = slot.own.filter(isSame);
  if (same.some(({ status }) => status === 'recorded')) return 4;
  if (isSignedAfter(slot, answer)) return 3;
  if (same.length > 0) return 2;
  return slot.leftAfter === answer.version && answer.status === 'recorded' ? 0 : 1;
}

/** Signed after they left; a refusal brings nobody back. */
function isSignedAfter<S extends Answer>({ leftAfter }: Slot<S>, { status, version }: S): boolean {
  return leftAfter !== undefined && status === 'recorded' && (version ?? 0) > leftAfter;
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
function meant<Each extends Identity>(among: readonly Each[], named: Identity): Each | undefined {
  const alike = among.filter((each) => isAlike(each, named));
  const exact = alike.filter((each) => isNamedAs(each, named));
  const candidates = exact.length > 0 ? exact : alike;
  if (candidates.length <= 1) return candidates[0];
  const isTold = exact.length === 0 && new Set(candidates.map((each) => each.knownEmployer)).size > 1;
  return isTold ? undefined : candidates.find(({ id }) => id === '');
}

function isNamedAs({ employer, knownEmployer }: Identity, named: Identity): boolean {
  return named.employer === employer || named.employer === knownEmployer;
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

function identityOf({ id, name, employer_name }: Named): Identity {
  const employer = foldedName(employer_name ?? '');
  return { id: id?.toLowerCase() ?? '', name: foldedName(name), employer, knownEmployer: employer };
}
