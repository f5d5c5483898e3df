/** PER and VUL: named people, the validity of their cards, and people who need particular care (contract, Compliance check). */
import contentRules from '../../reference/content-rules.json' with { type: 'json' };
import type { Facts, Person } from '../facts.ts';
import { count, failed, names, notApplicable, passed, type Verdict } from '../verdict.ts';

export function rolesAreNamed({ documentType, people }: Facts): Verdict {
  const required = Object.entries(contentRules).find(([type]) => type === documentType)?.[1].roles_required ?? [];
  if (required.length === 0) return notApplicable('Documents of this type require no roles.');
  const open = required.filter((role) => !people.some((person) => person.role === role));
  return open.length === 0
    ? passed(`${count(required.length, 'required role')} of ${required.length} named: ${spoken(required)}.`)
    : failed(`${open.length} of ${count(required.length, 'required role')} not named: ${spoken(open)}.`);
}

/** Until the work is over, not only today. */
export function cardsAreInDate({ people, today, workEndsOn }: Facts): Verdict {
  const until = workEndsOn > today ? workEndsOn : today;
  const on = until === today ? `on ${today}` : `to the end of the work, ${until}`;
  const dated = cardsOf(people).filter(({ expiresOn }) => expiresOn !== '');
  if (dated.length === 0) return notApplicable('No card with an expiry date is recorded.');
  const over = dated.filter(({ expiresOn }) => expiresOn < until);
  return over.length === 0
    ? passed(`${count(dated.length, 'card')} of ${dated.length} in date ${on}.`)
    : failed(
        `${over.length} of ${count(dated.length, 'card')} ${until === today ? 'out of date' : 'not in date'} ${on}: ${names(
          over.map(({ holder, scheme, expiresOn }) => `${holder}, ${scheme} until ${expiresOn}`),
        )}.`,
      );
}

export function cardsAreVerified({ people }: Facts): Verdict {
  const cards = cardsOf(people);
  if (cards.length === 0) return notApplicable('No card is recorded.');
  const open = cards.filter(({ isVerified }) => !isVerified);
  return open.length === 0
    ? passed(`${count(cards.length, 'card')} of ${cards.length} verified.`)
    : failed(
        `${open.length} of ${count(cards.length, 'card')} not verified: ${names(
          open.map(({ holder, scheme }) => `${holder}, ${scheme}`),
        )}.`,
      );
}

export function youngWorkersAreMinded({ people, hazards }: Facts): Verdict {
  const young = people.filter(({ isYoung }) => isYoung);
  if (young.length === 0) return notApplicable('No young person is on the crew.');
  const minding = hazards.filter(({ mindsTheYoung }) => mindsTheYoung).length;
  const open = minding > 0 ? [] : young.filter(({ restrictions }) => restrictions === 0);
  const who = `${young.length} young ${young.length === 1 ? 'person' : 'people'} on the crew`;
  return open.length === 0
    ? passed(`${who}, addressed by ${minding > 0 ? count(minding, 'hazard') : 'restrictions of their own'}.`)
    : failed(`${who}, and no restriction or hazard addresses ${names(open.map(({ name }) => name))}.`);
}

/** A person with two roles has the same cards twice. */
function cardsOf(people: readonly Person[]) {
  const cards = people.flatMap(({ name, cards: held }) => held.map((card) => ({ ...card, holder: name })));
  return [...new Map(cards.map((card) => [`${card.holder} ${card.scheme} ${card.expiresOn}`, card])).values()];
}

function spoken(roles: readonly string[]): string {
  return roles.map((role) => role.replaceAll('_', ' ')).join(', ');
}
