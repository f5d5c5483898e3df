/** What the entry of a person takes over from the register of workers. */
import type { Rest } from '../../../base/attempt.ts';
import type { DocumentPart } from '../../part.ts';

export type Person = DocumentPart['document']['personnel'][number];
export type PersonBody = NonNullable<Parameters<Rest['updatePersonnelEntry']>[0]['body']>;
export type Cards = NonNullable<PersonBody['competence_cards']>;
export type Worker = Awaited<ReturnType<Rest['getWorker']>>;

/** All that both have, except the mobile number, which is private. */
export function entryOf(worker: Worker): PersonBody & { readonly name: string } {
  const { id, name, employer_id, employer_name, trade, role, young_person, preferred_language } = worker;
  return {
    name,
    person_type: 'worker',
    person_id: id,
    employer_id: employer_id ?? null,
    employer_name: employer_name ?? null,
    trade: trade ?? null,
    role: role ?? null,
    young_person: young_person ?? null,
    preferred_language: preferred_language ?? null,
    competence_cards: cardsOf(worker),
  };
}

/** Who an entry of somebody without a link is, and what the register says beyond it. */
export function linkTo(worker: Worker, person: Person): PersonBody {
  const { name: _, person_id, person_type, competence_cards: cards, ...others } = entryOf(worker);
  const said = person as unknown as Readonly<Record<string, unknown>>; // as the API replied
  const isSaid = (name: string): boolean => said[name] !== undefined && said[name] !== null && said[name] !== '';
  const more = Object.fromEntries(Object.entries(others).filter(([name, value]) => value !== null && !isSaid(name)));
  const isCarded = (person.competence_cards ?? []).length > 0;
  return { person_id, person_type, ...more, ...(isCarded || !cards ? {} : { competence_cards: cards }) };
}

/** As an entry has them. `current` = those that it has: the same ones keep their ids. */
export function cardsOf({ competence_cards: cards }: Worker, current: Person['competence_cards'] = []): Cards {
  return cards.map(({ id: _, photo_attachment_id: __, ...card }) => {
    const same = current.find((each) => each.scheme === card.scheme && each.card_number === card.card_number);
    return { ...card, ...(same?.id === undefined ? {} : { id: same.id }) };
  });
}

export function hasSameCards(worker: Worker, { competence_cards: cards = [] }: Person): boolean {
  return JSON.stringify(comparable(cardsOf(worker))) === JSON.stringify(comparable(cards));
}

function comparable(cards: readonly Cards[number][]): readonly string[] {
  return cards
    .map((card) =>
      JSON.stringify([
        card.scheme,
        card.card_number,
        card.level || null,
        card.categories ?? [],
        card.issued_on || null,
        card.expires_on || null,
        card.verification || null,
        card.verified_by || null,
        card.verified_at || null,
      ]),
    )
    .toSorted();
}
