/** The records of which crews are counted: as they are stored, and what a new one says (contract, Web, WB447). */
import type { BodyOf } from '../../model/declared-fields.ts';
import { foldedName } from '../../model/person-name.ts';
import type { StoredRecord } from '../../model/record.ts';
import type { crewFields } from './crew-member.ts';
import type { CrewRecord, OnCrew } from './crew.ts';
import { isSameEmployer } from '../../model/same-person.ts';

/** A stored record of kind `crew_member`, as the crew is counted from. */
export function crewRecord({
  id,
  body,
}: Pick<StoredRecord, 'id' | 'body'>): CrewRecord & { readonly document_id: string } {
  return { ...(body as unknown as BodyOf<ReturnType<typeof crewFields>>), id }; // of its schema
}

/** What a record that adds somebody of this name says as `namesake`. `people` are those on the crew, and those who are not here any more. */
export function nextNamesake(
  name: string,
  people: readonly { readonly name: string }[],
  records: readonly Pick<CrewRecord, 'name' | 'namesake' | 'expected'>[],
): number {
  const isOfName = (each: { readonly name: string }): boolean => foldedName(each.name) === foldedName(name);
  const taken = new Set(records.filter((each) => each.expected && isOfName(each)).map(({ namesake }) => namesake));
  let next = people.filter(isOfName).length;
  while (taken.has(next)) next++;
  return next;
}

/**
 * How somebody comes off the crew: the records go that alone make them expected. Who is named in the document, or has answered, gets one
 * that says that they are not here any more.
 */
export function offCrew({
  id,
  name,
  employer_name,
  namesake,
  addedBy,
  last_signed_version: version,
}: Pick<OnCrew, 'id' | 'name' | 'employer_name' | 'namesake' | 'addedBy' | 'last_signed_version'>) {
  if (addedBy.length > 0) return { removed: addedBy, added: null };
  // What they really signed: a signature that is known later brings them back.
  const signed_version = version ?? 0;
  return { removed: [], added: { name, worker_id: id, employer_name, namesake, expected: false, signed_version } };
}

/**
 * What is removed when somebody is added: what says that they are not here, so that they come back; or, where nobody like them is left out,
 * what would hide them, of people whom neither document nor sign-off names now.
 */
export function backBy(
  notHere: readonly (Described & { readonly saidBy: readonly string[] })[],
  records: readonly (Described & Pick<CrewRecord, 'id' | 'expected'>)[],
  added: Described,
): { readonly isBack: boolean; readonly removed: readonly string[] } {
  const back = notHere.find((each) => isDescribedAs(each, added));
  if (back) return { isBack: true, removed: back.saidBy };
  const shown = new Set(notHere.flatMap(({ saidBy }) => saidBy));
  const sleeping = records.filter(({ id, expected }) => !expected && !shown.has(id));
  return { isBack: false, removed: sleeping.filter((each) => isDescribedAs(each, added)).map(({ id }) => id) };
}

type Described = Pick<CrewRecord, 'name' | 'employer_name' | 'worker_id'>;

/** Another of the name is another person. */
function isDescribedAs(a: Described, b: Described): boolean {
  if (a.worker_id && b.worker_id) return a.worker_id.toLowerCase() === b.worker_id.toLowerCase();
  return foldedName(a.name) === foldedName(b.name) && isSameEmployer(a, b);
}
