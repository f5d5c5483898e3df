/**
 * Whose sign-off is whose: a sign-off counts for one person at most (contract, Web). Ids decide where both sides have one. A name decides
 * only where it can mean one person.
 */
import { foldedName } from '../../model/person-name.ts';

export interface Named {
  readonly id: string | null;
  readonly name: string;
}

export interface Matched<Person, Signed> {
  /** In the order given, each with the sign-offs that are theirs. */
  readonly expected: readonly { readonly person: Person; readonly own: readonly Signed[] }[];
  /** Signed without being expected, one list for each person. */
  readonly others: readonly (readonly Signed[])[];
}

interface Slot<Person, Signed> {
  readonly person: Person;
  readonly name: string;
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
  const inOrder = signed.toSorted((a, b) => Number(of.signer(a).id === null) - Number(of.signer(b).id === null));
  for (const each of inOrder) {
    const { name } = of.signer(each);
    const id = of.signer(each).id?.toLowerCase() ?? null;
    const slot = id === null ? slotByName(slots, foldedName(name)) : slotById(slots, id, foldedName(name));
    if (slot) slot.own.push(each);
    else {
      const key =
        id === null ? (otherByName(others, foldedName(name), of.signer) ?? `name ${foldedName(name)}`) : `id ${id}`;
      others.set(key, [...(others.get(key) ?? []), each]);
    }
  }
  return { expected: slots.map(({ person, own }) => ({ person, own })), others: [...others.values()] };
}

function slotsOf<Person, Signed>(
  expected: readonly Person[],
  named: (person: Person) => Named,
): Slot<Person, Signed>[] {
  const ids = new Set<string>();
  return expected.flatMap((person) => {
    const { name } = named(person);
    const id = named(person).id?.toLowerCase() ?? null;
    if (id !== null && ids.has(id)) return [];
    if (id !== null) ids.add(id);
    return [{ person, name: foldedName(name), id, hasOwnId: id !== null, own: [] }];
  });
}

/** The entry of this id, or an entry without one in the signer's name, which is this signer's from then on. */
function slotById<P, S>(slots: readonly Slot<P, S>[], id: string, name: string): Slot<P, S> | undefined {
  const known = slots.find((slot) => slot.id === id);
  if (known) return known;
  const free = slots.find((slot) => slot.id === null && slot.name === name);
  if (free) free.id = id;
  return free;
}

/**
 * The one entry of this name. Of several, the one without an id that has signed least, so that each of them signs a new version again:
 * namesakes with ids cannot be told apart by name.
 */
function slotByName<P, S>(slots: readonly Slot<P, S>[], name: string): Slot<P, S> | undefined {
  const namesakes = slots.filter((slot) => slot.name === name);
  if (namesakes.length <= 1) return namesakes[0];
  const nameless = namesakes.filter(({ hasOwnId }) => !hasOwnId);
  return nameless.toSorted((a, b) => a.own.length - b.own.length)[0];
}

/** The list of the only other person of this name, who signed with an id before. */
function otherByName<S>(others: Map<string, S[]>, name: string, signer: (signed: S) => Named): string | undefined {
  const keys = [...others]
    .filter(([, [first]]) => first && foldedName(signer(first).name) === name)
    .map(([key]) => key);
  return keys.length === 1 ? keys[0] : undefined;
}
