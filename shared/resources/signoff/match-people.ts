/**
 * Whose sign-off is whose: a sign-off counts for one person at most (contract, Web). Ids decide where both sides have one. A name decides
 * only where it can mean one person, and an employer tells namesakes apart.
 */
import { foldedName } from '../../model/person-name.ts';

export interface Named {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
}

export interface Matched<Person, Signed> {
  /** In the order given, each with the sign-offs that are theirs, in the order of time. */
  readonly expected: readonly { readonly person: Person; readonly own: readonly Signed[] }[];
  /** Signed without being expected, one list for each person. */
  readonly others: readonly (readonly Signed[])[];
}

interface Slot<Person, Signed> {
  readonly person: Person;
  /** Folded. */
  readonly name: string;
  readonly employer_name: string | null;
  /** Of the person, or of the first who signed in this name with an id. */
  id: string | null;
  readonly hasOwnId: boolean;
  readonly own: Signed[];
}

/**
 * @param expected people of the document; several entries with one id are one person, several without ids are several
 * @param signed in the order of time
 */
export function matchPeople<Person, Signed>(
  expected: readonly Person[],
  signed: readonly Signed[],
  of: { readonly person: (person: Person) => Named; readonly signer: (signed: Signed) => Named },
): Matched<Person, Signed> {
  const slots = slotsOf<Person, Signed>(expected, of.person);
  const others = new Map<string, Signed[]>();
  // Ids say more than names, so they are matched first.
  const inOrder = signed.toSorted((a, b) => Number(of.signer(a).id === null) - Number(of.signer(b).id === null));
  const place = new Map(signed.map((each, i) => [each, i]));
  const inTime = (own: readonly Signed[]) => own.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  for (const each of inOrder) {
    const signer = of.signer(each);
    const { name } = signer;
    const id = signer.id?.toLowerCase() ?? null;
    const slot = id === null ? slotByName(slots, signer) : slotById(slots, id, signer);
    if (slot) slot.own.push(each);
    else {
      const key =
        id === null ? (otherByName(others, foldedName(name), of.signer) ?? `name ${foldedName(name)}`) : `id ${id}`;
      others.set(key, [...(others.get(key) ?? []), each]);
    }
  }
  return {
    expected: slots.map(({ person, own }) => ({ person, own: inTime(own) })),
    others: [...others.values()].map(inTime),
  };
}

function slotsOf<Person, Signed>(
  expected: readonly Person[],
  named: (person: Person) => Named,
): Slot<Person, Signed>[] {
  const ids = new Set<string>();
  return expected.flatMap((person) => {
    const { name, employer_name } = named(person);
    const id = named(person).id?.toLowerCase() ?? null;
    if (id !== null && ids.has(id)) return [];
    if (id !== null) ids.add(id);
    return [{ person, name: foldedName(name), employer_name, id, hasOwnId: id !== null, own: [] }];
  });
}

/** The entry of this id, or an entry without one in the signer's name, which is this signer's from then on. */
function slotById<P, S>(slots: readonly Slot<P, S>[], id: string, signer: Named): Slot<P, S> | undefined {
  const known = slots.find((slot) => slot.id === id);
  if (known) return known;
  const name = foldedName(signer.name);
  const free = sameEmployerFirst(
    slots.filter((slot) => slot.id === null && slot.name === name),
    signer,
  )[0];
  if (free) free.id = id;
  return free;
}

/**
 * The one entry of this name. Of several, one without an id: of the signer's employer if there is one, and the one that has signed least, so
 * that each of them signs a new version again. Namesakes with ids cannot be told apart by name.
 */
function slotByName<P, S>(slots: readonly Slot<P, S>[], signer: Named): Slot<P, S> | undefined {
  const name = foldedName(signer.name);
  const namesakes = slots.filter((slot) => slot.name === name);
  if (namesakes.length <= 1) return namesakes[0];
  const nameless = namesakes.filter(({ hasOwnId }) => !hasOwnId).toSorted((a, b) => a.own.length - b.own.length);
  return sameEmployerFirst(nameless, signer)[0];
}

function sameEmployerFirst<Each extends Pick<Named, 'employer_name'>>(among: readonly Each[], of: Named): Each[] {
  return among.toSorted((a, b) => Number(isSameEmployer(b, of)) - Number(isSameEmployer(a, of)));
}

/** No employer is the same as one whose name shows nothing. */
export function isSameEmployer(a: Pick<Named, 'employer_name'>, b: Pick<Named, 'employer_name'>): boolean {
  return foldedName(a.employer_name ?? '') === foldedName(b.employer_name ?? '');
}

/** The list of the only other person of this name, who signed with an id before. */
function otherByName<S>(others: Map<string, S[]>, name: string, signer: (signed: S) => Named): string | undefined {
  const keys = [...others]
    .filter(([, [first]]) => first && foldedName(signer(first).name) === name)
    .map(([key]) => key);
  return keys.length === 1 ? keys[0] : undefined;
}
