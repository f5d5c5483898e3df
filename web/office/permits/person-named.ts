/** Whom a name means that was written in a field, by the rule by which sign-offs find their people. */
import { personAmong } from '../../../shared/model/same-person.ts';
import type { KnownWorker, Somebody } from '../base/people.ts';

/** As it is written, with the id of the one whom it means, where it can mean one person only. */
export function personNamed(text: string, people: readonly (KnownWorker | null)[]): Somebody {
  const name = text.trim();
  // Who is known twice by one id is one person.
  const known = new Map(people.flatMap((each, i) => (each ? [[each.id?.toLowerCase() ?? i, each] as const] : [])));
  return { id: personAmong([...known.values()], { name })?.id ?? null, name };
}
