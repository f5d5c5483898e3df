/** What a field that asks for a person offers. */
import { foldedName } from '../../../shared/model/person-name.ts';
import type { KnownWorker } from '../base/people.ts';

/**
 * Of several people of one name each with what tells them apart, the employer first, then the trade, then a card. Who is told apart by none
 * of that is meant without an id: it could be the other one.
 */
export function namedOffers(people: readonly KnownWorker[]): ReadonlyMap<string, KnownWorker> {
  const offers = [...Map.groupBy(people, ({ name }) => foldedName(name)).values()].flatMap((alike) =>
    alike.map((person) => [offerAmong(alike, person), person] as const),
  );
  const same = Map.groupBy(offers, ([offer]) => foldedName(offer));
  const meant = offers.map(([offer, person]) => {
    const isOne = same.get(foldedName(offer))?.length === 1;
    return [offer, isOne ? person : { id: null, name: person.name, employer_name: person.employer_name }] as const;
  });
  return new Map(meant.toSorted(([a], [b]) => a.localeCompare(b)));
}

function offerAmong(alike: readonly KnownWorker[], worker: KnownWorker): string {
  const isTold = (count: number): boolean =>
    alike.every((each) => each === worker || foldedName(told(each, count)) !== foldedName(told(worker, count)));
  return told(worker, [0, 1, 2].find(isTold) ?? 3);
}

function told({ name, employer_name, trade, card_number }: KnownWorker, count: number): string {
  const details = [employer_name, trade, card_number].slice(0, count).filter(Boolean);
  return details.length > 0 ? `${name} (${details.join(', ')})` : name;
}
