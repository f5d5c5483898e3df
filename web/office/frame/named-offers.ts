/** What a field that asks for a person offers. */
import { foldedName } from '../../../shared/model/person-name.ts';
import type { KnownWorker } from '../base/people.ts';

/** Of several people of one name each with what tells them apart, the employer first, then the trade, then a card. */
export function namedOffers(workers: readonly KnownWorker[]): ReadonlyMap<string, KnownWorker> {
  const offers = [...Map.groupBy(workers, ({ name }) => foldedName(name)).values()].flatMap((alike) =>
    alike.map((worker) => [offerAmong(alike, worker), worker] as const),
  );
  return new Map(offers.toSorted(([a], [b]) => a.localeCompare(b)));
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
