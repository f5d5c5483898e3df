/**
 * Whose sign-off is whose: a sign-off counts for one person at most (contract, Web). Ids decide where both sides have one. A name decides
 * only where it can mean one person, and an employer tells namesakes apart where both have one.
 */
import { foldedName } from '../../model/person-name.ts';

export interface Named {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
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
}

interface Slot<Signed> extends Identity {
  /** Where none was known, that of the first who signed as this person with one. */
  employer: string;
  /** Of the first who signed in this name with an id. */
  signerId: string;
  readonly own: Signed[];
}

/**
 * @param expected people of the document; several entries with one id are one person, several without ids are several
 * @param signed in the order of time
 */
export function matchPeople<Person extends Named, Signed>(
  expected: readonly Person[],
  signed: readonly Signed[],
  signerOf: (signed: Signed) => Named,
): Matched<Person, Signed> {
  const slots = slotsOf<Person, Signed>(expected);
  const others: Slot<Signed>[] = [];
  const all = signed.map((each, i) => ({ each, i, signer: identityOf(signerOf(each)) }));
  const place = new Map(all.map(({ each, i }) => [each, i]));
  // Ids say more than names, so they are matched first.
  for (const { each, signer } of all.toSorted((a, b) => Number(a.signer.id === '') - Number(b.signer.id === ''))) {
    const slot = signer.id === '' ? slotByName(slots, others, signer) : slotById(slots, others, signer);
    if (slot) {
      slot.own.push(each);
      slot.employer ||= signer.employer;
    } else others.push({ ...signer, signerId: '', own: [each] });
  }
  const inTime = ({ own }: Slot<Signed>): Signed[] => own.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  return {
    expected: slots.map((slot) => ({ person: slot.person, own: inTime(slot) })),
    others: others.map(inTime),
  };
}

function slotsOf<Person extends Named, Signed>(
  expected: readonly Person[],
): (Slot<Signed> & { readonly person: Person })[] {
  const ids = new Set<string>();
  return expected.flatMap((person) => {
    const identity = identityOf(person);
    if (ids.has(identity.id)) return [];
    if (identity.id !== '') ids.add(identity.id);
    return [{ ...identity, person, signerId: '', own: [] }];
  });
}

/** The entry of this id, or an entry without one in the signer's name, which is this signer's from then on. */
function slotById<S>(slots: readonly Slot<S>[], others: readonly Slot<S>[], signer: Identity): Slot<S> | undefined {
  const known = [...slots, ...others].find(({ id, signerId }) => id === signer.id || signerId === signer.id);
  if (known) return known;
  const free = meant(
    slots.filter(({ id, signerId }) => id === '' && signerId === ''),
    signer,
  );
  if (free) free.signerId = signer.id;
  return free;
}

/** Of those who are alike the one that has signed least, so that each of them signs a new version again. */
function slotByName<S>(slots: readonly Slot<S>[], others: readonly Slot<S>[], signer: Identity): Slot<S> | undefined {
  const namesakes = slots.filter(({ name }) => name === signer.name);
  return (
    meant(
      namesakes.toSorted((a, b) => a.own.length - b.own.length),
      signer,
    ) ?? meant(others, signer)
  );
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
 * Whom a name means: those of the employer, if there are any. Of several the first without an id, unless employers tell them apart:
 * namesakes with ids cannot be told apart by name.
 */
function meant<Each extends Identity>(among: readonly Each[], named: Identity): Each | undefined {
  const alike = among.filter((each) => isAlike(each, named));
  const colleagues = alike.filter(({ employer }) => employer === named.employer);
  const candidates = colleagues.length > 0 ? colleagues : alike;
  if (candidates.length <= 1) return candidates[0];
  const first = candidates.find(({ id }) => id === '');
  return candidates.every(({ employer }) => employer === first?.employer) ? first : undefined;
}

/** Whether both can be one person. */
export function isSamePerson(a: Named, b: Named): boolean {
  if (a.id && b.id) return a.id.toLowerCase() === b.id.toLowerCase();
  return foldedName(a.name) === foldedName(b.name) && isAlike(identityOf(a), identityOf(b));
}

function isAlike(a: Identity, b: Identity): boolean {
  return a.name === b.name && (a.employer === '' || b.employer === '' || a.employer === b.employer);
}

/** No employer is the same as one whose name shows nothing. */
export function isSameEmployer(a: Pick<Named, 'employer_name'>, b: Pick<Named, 'employer_name'>): boolean {
  return foldedName(a.employer_name ?? '') === foldedName(b.employer_name ?? '');
}

function identityOf({ id, name, employer_name: employer }: Named): Identity {
  return { id: id?.toLowerCase() ?? '', name: foldedName(name), employer: foldedName(employer ?? '') };
}
