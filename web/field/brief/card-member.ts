/** Whom of the crew a card means: nobody but who can be nobody else, for what they sign counts as that person's. */
import { isSameEmployer, isSamePerson, type Named } from '../../../shared/model/same-person.ts';
import type { Member } from '../base/crew.ts';

/**
 * Null = not on this crew. Unclear = the name of one of the crew may be theirs, or that of another: the crew has several of it, or the
 * register knows others.
 */
export function onCrew(
  person: Named,
  members: readonly Member[],
  register: readonly Named[],
): Member | 'unclear' | null {
  const known = members.map((member) => ({ member, ...describedAs(member) }));
  const byId = known.find(({ id }) => isSameId(id, person.id));
  if (byId) return byId.member;
  const possible = known.filter((each) => isSamePerson(each, person));
  // Two of whom no employer is known need not have the same one.
  const exact = person.employer_name ? possible.filter((each) => isSameEmployer(each, person)) : [];
  const [one, ...more] = exact.length > 0 ? exact : possible;
  if (!one) return null;
  // Who was added by their card may be the one whom the document names by name alone.
  const isElsewhere = (each: Named): boolean => known.some(({ member, id }) => member.isNamed && isSameId(id, each.id));
  const isOther = (each: Named): boolean =>
    isSamePerson(each, one) && !isSamePerson(each, person) && !isElsewhere(each);
  return more.length > 0 || register.some(isOther) ? 'unclear' : one.member;
}

/** Who has signed with an id is that worker. */
function describedAs({ id, name, employer, signedAs }: Member): Named {
  return { id: id ?? signedAs?.id, name, employer_name: employer ?? signedAs?.employer_name };
}

function isSameId(a: string | null | undefined, b: string | null | undefined): boolean {
  return Boolean(a && b && a.toLowerCase() === b.toLowerCase());
}
