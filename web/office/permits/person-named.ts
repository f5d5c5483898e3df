/** Whom a name means that was written in a field, by the rule by which sign-offs find their people. */
import { personAmong } from '../../../shared/model/same-person.ts';
import type { KnownWorker, Somebody } from '../base/people.ts';
import { namedOffers } from '../frame/named-offers.ts';

/**
 * Who was picked; else the name as it is written, with the id and the employer of the one whom it means, where it can mean one person only.
 *
 * @param preset whose name was in the field from the start
 */
export function personNamed(
  text: string,
  people: readonly (KnownWorker | null)[],
  preset: Somebody | null = null,
): Somebody {
  const name = text.trim();
  if (name === preset?.name) return preset;
  // Who is known twice by one id is one person.
  const known = [
    ...new Map(people.flatMap((each, i) => (each ? [[each.id?.toLowerCase() ?? i, each] as const] : []))).values(),
  ];
  const picked = namedOffers(known).get(name);
  const { id = null, employer_name } = picked ?? personAmong(known, { name }) ?? {};
  return { id, name: picked?.name ?? name, ...(employer_name ? { employer_name } : {}) };
}
