/** When cards that a file prints expire: from the day after, a file made now would mark them (contract, Exports, EX178). */
import { nextDay, startOfDay } from '../../shared/base/day.ts';
import { isJsonList, isJsonObject, type Json } from '../../shared/base/json.ts';
import { peopleWithCards } from '../store/records/card-dates.ts';
import type { Db } from '../store/engine/db.ts';

/** `2026-12-18`, each once and in order, by version; null = the working draft. */
export type CardDates = ReadonlyMap<number | null, readonly string[]>;

export async function cardDatesOf(db: Db, orgId: string, documentId: string): Promise<CardDates> {
  const dates = new Map<number | null, string[]>();
  for (const { version, people } of await peopleWithCards(db, orgId, documentId))
    dates.set(version, [...(dates.get(version) ?? []), ...datesIn(JSON.parse(people ?? 'null') as Json)]);
  return new Map([...dates].map(([version, all]) => [version, [...new Set(all)].toSorted()]));
}

/** When a file is marked anew, after this date: RFC 3339. By the day of the organisation's zone, like the print. */
export function dayAfter(date: string, zone: string | null): string {
  return startOfDay(nextDay(date), zone);
}

/** When the next card of any version expires, ms since 1970; null = none will. `day`: today, in the zone. */
export function nextExpiry(dates: CardDates, day: string, zone: string | null): number | null {
  const next = [...dates.values()].flat().filter((date) => date >= day);
  return next.length > 0 ? Math.min(...next.map((date) => Date.parse(dayAfter(date, zone)))) : null;
}

function datesIn(people: Json): string[] {
  return (isJsonList(people) ? people : [people])
    .filter(isJsonObject)
    .flatMap(({ competence_cards: cards }) =>
      (isJsonList(cards) ? cards : [])
        .filter(isJsonObject)
        .flatMap(({ expires_on: date }) =>
          typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? [date] : [],
        ),
    );
}
