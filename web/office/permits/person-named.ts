/** Whom a name means that was written in a field, by the rule by which sign-offs find their people. */
import { foldedName } from '../../../shared/model/person-name.ts';
import { isSameEmployer, personAmong } from '../../../shared/model/same-person.ts';
import type { KnownWorker, Somebody } from '../base/people.ts';
import { namedOffers } from '../frame/named-offers.ts';

/** The workers, and those of a permit whom the register does not have: it describes those whom it has. */
export function withPermitPeople(
  workers: readonly KnownWorker[],
  ...ofPermit: readonly (Somebody | null)[]
): readonly KnownWorker[] {
  return ofPermit.reduce<readonly KnownWorker[]>(
    (known, person) => (!person || known.some((each) => isOne(each, person)) ? known : [...known, person]),
    workers,
  );
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
export function personNamed(text: string, people: readonly KnownWorker[], preset: Somebody | null = null): Somebody {
  const name = text.trim();
  if (name === preset?.name) return preset;
  const picked = namedOffers(people).get(name);
  const { id = null, employer_name } = picked ?? personAmong(people, { name }) ?? {};
  return { id, name: picked?.name ?? name, ...(employer_name ? { employer_name } : {}) };
}
