/** The records of which crews are counted: as they are stored, and what a new one says (contract, Web, WB447). */
import type { BodyOf } from '../../model/declared-fields.ts';
import { foldedName } from '../../model/person-name.ts';
import type { StoredRecord } from '../../model/record.ts';
import type { crewFields } from './crew-member.ts';
import { namedIn, type CrewRecord, type NamedPerson, type OnCrew } from './crew.ts';
import { isSameEmployer } from './match-people.ts';

/** A stored record of kind `crew_member`, as the crew is counted from. */
export function crewRecord({
  id,
  body,
}: Pick<StoredRecord, 'id' | 'body'>): CrewRecord & { readonly document_id: string } {
  return { ...(body as unknown as BodyOf<typeof crewFields>), id }; // of its schema
}

/** What a record that adds somebody of this name says as `namesake`. */
export function nextNamesake(
  name: string,
  personnel: readonly NamedPerson[],
  records: readonly Pick<CrewRecord, 'name' | 'namesake' | 'expected'>[],
): number {
  const isOfName = (each: { readonly name: string }): boolean => foldedName(each.name) === foldedName(name);
  const taken = new Set(records.filter((each) => each.expected && isOfName(each)).map(({ namesake }) => namesake));
  let next = namedIn(personnel).filter(isOfName).length;
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

/** Who comes back when somebody is added who is described like them; another of the name is another person. */
export function backAmong<Each extends Described>(notHere: readonly Each[], added: Described): Each | undefined {
  return notHere.find((each) => isDescribedAs(each, added));
}

/**
 * Ids of the records that say that somebody who is described like this is not here any more: they go when somebody is added, also those of
 * people whom neither document nor sign-off names now.
 */
export function goneAs(
  records: readonly Pick<CrewRecord, 'id' | 'name' | 'employer_name' | 'expected'>[],
  added: Described,
): readonly string[] {
  return records.filter((each) => !each.expected && isDescribedAs(each, added)).map(({ id }) => id);
}

type Described = Pick<CrewRecord, 'name' | 'employer_name'>;

function isDescribedAs(a: Described, b: Described): boolean {
  return foldedName(a.name) === foldedName(b.name) && isSameEmployer(a, b);
}
