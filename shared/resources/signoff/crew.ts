/**
 * Who is on the crew of a document (contract, Web, WB14 and WB447): the people whom it names, those who were added beside them, and others
 * who signed; without those who are not here any more. Server, office and tablets count by this one rule.
 */
import type { BodyOf } from '../../model/declared-fields.ts';
import { foldedName } from '../../model/person-name.ts';
import type { StoredRecord } from '../../model/record.ts';
import type { crewFields } from '../crew-member.ts';
import { matchPeople, type Named } from './match-people.ts';

/** Of a personnel entry. */
export interface NamedPerson {
  readonly person_id?: string | null | undefined;
  readonly person_type?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
}

/** A record of kind `crew_member`. */
export interface CrewRecord {
  readonly id: string;
  readonly name: string;
  readonly worker_id?: string | null | undefined;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
  readonly namesake: number;
  readonly expected: boolean;
}

/** As sign-offs name people. */
interface Signer {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
  readonly language?: string | null | undefined;
}

interface Person extends Named {
  readonly employer_name: string | null;
  readonly trade: string | null;
  /** BCP 47; null = not said. */
  readonly language: string | null;
}

/** One of several of the same name: 0 = the first. */
interface Counted extends Named {
  readonly namesake: number;
}

export interface OnCrew<Signed> extends Person, Counted {
  /** Ids of the records without which they would not be expected; empty for who is named in the document, or only signed. */
  readonly addedBy: readonly string[];
  /** In the order of time. */
  readonly own: readonly Signed[];
}

export interface NotHere extends Person {
  /** Ids of the records that say so. */
  readonly saidBy: readonly string[];
}

export interface Crew<Signed> {
  readonly here: readonly OnCrew<Signed>[];
  readonly notHere: readonly NotHere[];
}

/** Roles that decide or advise from the office do not sign at the gate. */
const officeRoles = new Set<unknown>([
  'author',
  'safety_adviser',
  'designer',
  'project_manager',
  'principal_contractor_manager',
]);

/** Whether somebody whom a document names is to sign it; people with an account of their own write and approve. */
export function isToSign({ person_type: type, role }: Pick<NamedPerson, 'person_type' | 'role'>): boolean {
  return type !== 'user' && !officeRoles.has(role);
}

/**
 * @param signed that count, a refusal among them, in the order of time
 * @param isBriefed whether somebody's sign-offs say that they signed what is in force: then they are on the crew, here or not
 */
export function crewFrom<Signed extends { readonly worker: Signer }>(
  personnel: readonly NamedPerson[],
  records: readonly CrewRecord[],
  signed: readonly Signed[],
  isBriefed: (own: readonly Signed[]) => boolean,
): Crew<Signed> {
  const named = namedIn(personnel);
  const added = addedTo(named, records);
  const { expected, others } = matchPeople<Person & Pick<OnCrew<Signed>, 'addedBy'>, Signed>(
    [...named.map((person) => ({ ...person, addedBy: [] })), ...added],
    signed,
    { person: (person) => person, signer: ({ worker: { id = null, name } }) => ({ id, name }) },
  );
  const unexpected = others.flatMap((own) =>
    own[0] ? [{ person: { ...signerOf(own[0].worker), addedBy: [] }, own }] : [],
  );
  const all = counted([...expected, ...unexpected].map(({ person, own }) => ({ ...person, own })));
  const gone = records.filter((record) => !record.expected).map((record) => ({ ...memberOf(record), by: record.id }));
  const here: OnCrew<Signed>[] = [];
  const notHere: NotHere[] = [];
  for (const person of all) {
    const saidBy = gone.filter((each) => isSame(each, person)).map(({ by }) => by);
    if (saidBy.length === 0 || isBriefed(person.own)) here.push(person);
    else notHere.push({ ...personOf(person), saidBy });
  }
  return { here, notHere };
}

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
 * How somebody comes off the crew: the records go that alone make them expected. Who is named in the document, or has signed, gets one that
 * says that they are not here any more.
 */
export function offCrew({
  id,
  name,
  employer_name,
  namesake,
  addedBy,
  hasAnswered,
}: Pick<OnCrew<unknown>, 'id' | 'name' | 'employer_name' | 'namesake' | 'addedBy'> & {
  readonly hasAnswered: boolean;
}) {
  if (addedBy.length > 0 && !hasAnswered) return { removed: addedBy, added: null };
  return { removed: [], added: { name, worker_id: id, employer_name, namesake, expected: false } };
}

/** Everybody to sign, once each; several entries without an id are several people. */
function namedIn(personnel: readonly NamedPerson[]): (Person & Counted)[] {
  const people = personnel
    .filter(isToSign)
    .map(({ person_id: id = null, preferred_language: language = null, ...each }) =>
      personOf({ ...each, id, language }),
    );
  const ids = people.map(({ id }) => id?.toLowerCase());
  return counted(people.filter(({ id }, i) => id === null || ids.indexOf(id.toLowerCase()) === i));
}

/** Everybody who was added and is nobody else, with all records that do so. */
function addedTo(
  named: readonly Counted[],
  records: readonly CrewRecord[],
): (Person & { readonly addedBy: readonly string[] })[] {
  const found: (Person & Counted & { readonly addedBy: string[] })[] = [];
  // A record with a worker's id says more than one with a name alone.
  const inOrder = records
    .filter(({ expected }) => expected)
    .toSorted(
      (a, b) => Number(!a.worker_id) - Number(!b.worker_id) || a.namesake - b.namesake || (a.id < b.id ? -1 : 1),
    );
  for (const record of inOrder) {
    const member = memberOf(record);
    if (named.some((each) => isSame(each, member))) continue;
    const known = found.find((each) => isSame(each, member));
    if (known) known.addedBy.push(record.id);
    else found.push({ ...member, addedBy: [record.id] });
  }
  return found;
}

function isSame(a: Counted, b: Counted): boolean {
  if (a.id !== null && b.id !== null) return a.id.toLowerCase() === b.id.toLowerCase();
  return a.namesake === b.namesake && foldedName(a.name) === foldedName(b.name);
}

function counted<Each extends Named>(people: readonly Each[]): (Each & Counted)[] {
  const counts = new Map<string, number>();
  return people.map((person) => {
    const name = foldedName(person.name);
    const namesake = counts.get(name) ?? 0;
    counts.set(name, namesake + 1);
    return { ...person, namesake };
  });
}

function memberOf({
  worker_id: id = null,
  preferred_language: language = null,
  ...each
}: CrewRecord): Person & Counted {
  return { ...personOf({ ...each, id, language }), namesake: each.namesake };
}

function signerOf(worker: Signer): Person {
  return personOf({ ...worker, id: worker.id ?? null });
}

function personOf({ id = null, name, employer_name = null, trade = null, language = null }: Signer): Person {
  return { id, name, employer_name, trade, language };
}
