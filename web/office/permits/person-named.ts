/** Whom a name means that was written in a field, by the rule by which sign-offs find their people. */
import { foldedName } from '../../../shared/model/person-name.ts';
import { isSameEmployer, personAmong } from '../../../shared/model/same-person.ts';
import type { Rest } from '../base/attempt.ts';
import type { KnownWorker, People, Somebody } from '../base/people.ts';
import { namedOffers } from '../frame/named-offers.ts';

/** The workers, and those of a permit whom the register does not have: it describes those whom it has. */
export function withPermitPeople(people: People, ...ofPermit: readonly (Somebody | null)[]): People {
  const withThem = (workers: readonly KnownWorker[]): readonly KnownWorker[] =>
    ofPermit.reduce(
      (all, person) => (!person || all.some((each) => isOne(each, person)) ? all : [...all, person]),
      workers,
    );
  return {
    ...people,
    offered: withThem(people.offered),
    known: async (attempt) => withThem(await people.known(attempt)),
  };
}

function isOne(a: Somebody, b: Somebody): boolean {
  if (a.id && b.id) return a.id.toLowerCase() === b.id.toLowerCase();
  return foldedName(a.name) === foldedName(b.name) && isSameEmployer(a, b);
}

/**
 * Who was picked; else the name as it is written, with the id and the employer of the one whom it means, where it can mean one person only.
 *
 * @param people whom the field offered
 * @param preset whose name was in the field from the start
 */
export async function personNamed(
  attempt: Rest,
  text: string,
  people: People,
  preset: Somebody | null = null,
): Promise<Somebody> {
  const name = text.trim();
  if (name === preset?.name) return preset;
  const known = await people.known(attempt);
  const picked = namedOffers(known).get(name);
  const { id = null, employer_name } = picked ?? personAmong(known, { name }) ?? {};
  return { id, name: picked?.name ?? name, ...(employer_name ? { employer_name } : {}) };
}
