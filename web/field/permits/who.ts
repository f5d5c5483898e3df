/** Who answers for a permit now: the last to take a part over, else who authorised or accepted it. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { Somebody } from '../base/people.ts';

type Permit = Shown<'permit'>;

export function holderOf(permit: Permit): Somebody | null {
  return somebody(lastTo(permit, 'holder') ?? permit.accepted_by);
}

export function issuerOf(permit: Permit): Somebody | null {
  return somebody(lastTo(permit, 'issuer') ?? permit.authorised_by);
}

/** All who ever authorised or held it. */
export function insidersOf({ authorised_by: issuer, accepted_by: holder, handovers }: Permit): readonly Somebody[] {
  return [issuer, holder, ...handovers.map(({ to }) => to)].flatMap((person) => somebody(person) ?? []);
}

type Person = Permit['accepted_by'] | undefined;

function lastTo({ handovers }: Permit, role: 'holder' | 'issuer'): Person {
  return handovers.findLast((each) => each.role === role)?.to;
}

function somebody(person: Person): Somebody | null {
  return person?.name ? { ...person, id: person.id ?? null } : null;
}
