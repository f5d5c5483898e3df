/** Separation of duties on a permit: no one issues a permit to themselves, or checks their own decision (contract, PW rules; HSG250). */
import { Problem } from '../../model/problem.ts';
import { isSamePerson } from '../../model/same-person.ts';
import type { Permit, Someone } from './fields.ts';

type Person = NonNullable<Permit['accepted_by']>;

/** The current issuer, responsible for the conditions: who authorised it, or the last to take that over. */
export function issuerOf(permit: Permit): Person | null {
  return lastTo(permit, 'issuer') ?? permit.authorised_by;
}

/** The current holder, responsible for the work: who accepted it, or the last to take it over. */
export function holderOf(permit: Permit): Person | null {
  return lastTo(permit, 'holder') ?? permit.accepted_by;
}

/** Whether both can be one person, by the rule by which sign-offs find their people (PW38). */
export function isSame(a: Person | null | undefined, b: Person | null | undefined): boolean {
  return Boolean(a && b && isSamePerson(a, b));
}

/** Throws `separation_of_duties`. */
export function requireOther(who: Someone, than: Person | null, detail: string): void {
  if (isSame(who, than)) throw new Problem('separation_of_duties', detail);
}

/** Throws `separation_of_duties` if anyone but the issuer does what only the issuer may. */
export function requireIssuer(permit: Permit, who: Someone, what: string): void {
  const issuer = issuerOf(permit);
  if (isSame(issuer, who)) return;
  throw new Problem('separation_of_duties', `Only the issuer, ${issuer?.name ?? 'who is not known'}, ${what}.`);
}

/** Throws `separation_of_duties` if the person has ever issued or held the permit. */
export function requireOutsider(permit: Permit, who: Someone): void {
  const insiders = [permit.authorised_by, permit.accepted_by, ...permit.handovers.map(({ to }) => to ?? null)];
  if (insiders.some((insider) => isSame(insider, who)))
    throw new Problem(
      'separation_of_duties',
      'An exception must be accepted by someone who has neither issued nor held the permit.',
    );
}

function lastTo({ handovers }: Permit, role: 'issuer' | 'holder'): Person | null {
  return handovers.findLast((each) => each.role === role)?.to ?? null;
}
