/** Whose sign-off is whose: a sign-off counts for one person at most (contract, Web, WB462). */
import { type Identity, identityOf, isNamedAs, meant, type Named } from '../../model/same-person.ts';
import type { Answer } from './standing.ts';

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
