/**
 * Who is on the crew of a document (contract, Web, WB14 and WB447): the people whom it names, those who were added beside them, and others
 * who signed; without those who are not here any more. Server, office and tablets count by this one rule.
 */
import { foldedName } from '../../model/person-name.ts';
import { isSameEmployer, matchPeople, type Named } from './match-people.ts';
import { type Answer, answersAmong, lastSignature, type Standing, standingOf } from './standing.ts';

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
  readonly signed_version?: number | null | undefined;
}

/** What people are described by, wherever they are named. */
interface Described {
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
}

interface Person extends Named {
  readonly employer_name: string | null;
  readonly trade: string | null;
  /** BCP 47; null = not said. */
  readonly language: string | null;
}

/** One of several of the same name: 0 = the first. */
export interface Counted extends Named {
  readonly namesake: number;
}

export interface OnCrew extends Person, Counted, Standing {
  /** Ids of the records without which they would not be expected; empty for who is named in the document, or has answered. */
  readonly addedBy: readonly string[];
}

export interface NotHere extends Person, Counted {
  /** Ids of the records that say so. */
  readonly saidBy: readonly string[];
}

export interface Crew {
  readonly here: readonly OnCrew[];
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

/** In the order of the document, then who was added, then who only signed. */
export function crewFrom(
  personnel: readonly NamedPerson[],
  records: readonly CrewRecord[],
  signoffs: readonly Answer[],
): Crew {
  const named = namedIn(personnel);
  const added = addedTo(named, records);
  const { expected, others } = matchPeople<Person & Pick<OnCrew, 'addedBy'>, Answer>(
    [...named.map((person) => ({ ...person, addedBy: [] })), ...added],
    answersAmong(signoffs),
    { person: (person) => person, signer: ({ worker }) => personOf(worker, worker.id) },
  );
  const unexpected = others.flatMap((own) => {
    const worker = own[0]?.worker;
    return worker ? [{ person: { ...personOf(worker, worker.id, worker.language), addedBy: [] }, own }] : [];
  });
  const here: OnCrew[] = [];
  const notHere: NotHere[] = [];
  const all = counted([...expected, ...unexpected].map(({ person, own }) => ({ ...person, own })));
  for (const { own, ...person } of all) {
    const standing = standingOf(own);
    const saidBy = records.filter((record) => isSaidGone(record, person, own)).map(({ id }) => id);
    if (saidBy.length > 0 && standing.state !== 'current') notHere.push({ ...person, saidBy });
    else here.push({ ...person, ...standing, addedBy: own.length > 0 ? [] : person.addedBy });
  }
  return { here, notHere };
}

/**
 * Whether the record says that this person is not here any more: somebody else of the name, whom an id or an employer tells apart, stays.
 * Who signed a later version than was known then came back.
 */
function isSaidGone(record: CrewRecord, person: Person & Counted, own: readonly Answer[]): boolean {
  const said = memberOf(record);
  const isTheirs = said.id === null && person.id === null ? isAlike(said, person) : isSameId(said, person);
  const signed = lastSignature(own)?.version ?? 0;
  return !record.expected && isTheirs && signed <= (record.signed_version ?? Infinity);
}

/** Everybody to sign, once each; several entries without an id are several people. */
export function namedIn(personnel: readonly NamedPerson[]): (Person & Counted)[] {
  const people = personnel.filter(isToSign).map((each) => personOf(each, each.person_id, each.preferred_language));
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
  const key = ({ name, worker_id: id, namesake, id: own }: CrewRecord): string =>
    `${id ? 0 : 1} ${foldedName(name)} ${namesake} ${own}`;
  const inOrder = records.filter(({ expected }) => expected).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
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
  return a.id !== null && b.id !== null ? isSameId(a, b) : isSameName(a, b);
}

function isSameId(a: Named, b: Named): boolean {
  return a.id?.toLowerCase() === b.id?.toLowerCase();
}

function isSameName(a: Counted, b: Counted): boolean {
  return a.namesake === b.namesake && foldedName(a.name) === foldedName(b.name);
}

function isAlike(a: Person & Counted, b: Person & Counted): boolean {
  return isSameName(a, b) && isSameEmployer(a, b);
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

function memberOf(record: CrewRecord): Person & Counted {
  return { ...personOf(record, record.worker_id, record.preferred_language), namesake: record.namesake };
}

function personOf(
  { name, employer_name = null, trade = null }: Described,
  id: string | null = null,
  language: string | null = null,
): Person {
  return { id, name, employer_name, trade, language };
}
