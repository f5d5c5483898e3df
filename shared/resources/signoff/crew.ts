/**
 * Who is on the crew of a document (contract, Web, WB14 and WB447): the people whom it names, those who were added beside them, and others
 * who signed; without those who are not here any more. Server, office and tablets count by this one rule.
 */
import { canonical } from '../../crypto/canonical.ts';
import { foldedName } from '../../model/person-name.ts';
import { isSameEmployer, isSamePerson, unknownOf } from '../../model/same-person.ts';
import { matchPeople } from './match-people.ts';
import { isToSign, namedOnce, type NamedPerson } from './named-once.ts';
import { type Answer, answersAmong, type Standing, standingOf } from './standing.ts';

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

interface Person {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
  readonly trade: string | null;
  /** BCP 47; null = not said. */
  readonly language: string | null;
}

/** One of several who are described alike, by name and employer, and have no id: 0 = the first. */
interface Counted {
  readonly namesake: number;
}

/** Of who is not named in the document: the id of the first record that adds them. */
interface Added {
  readonly addition: string | null;
}

/** Who names them, and what they answered, in the order of time. */
interface Evidenced<Entry, Signed> {
  readonly entries: readonly Entry[];
  readonly own: readonly Signed[];
}

export interface OnCrew<Entry = NamedPerson, Signed = Answer>
  extends Person, Counted, Added, Standing, Evidenced<Entry, Signed> {
  /** Ids of the records without which they would not be expected; empty for who is named in the document, or has answered. */
  readonly addedBy: readonly string[];
}

export interface NotHere<Entry = NamedPerson, Signed = Answer>
  extends Person, Counted, Added, Standing, Evidenced<Entry, Signed> {
  /** Ids of the records that say so. */
  readonly saidBy: readonly string[];
}

export interface Crew<Entry = NamedPerson, Signed = Answer> {
  readonly here: readonly OnCrew<Entry, Signed>[];
  readonly notHere: readonly NotHere<Entry, Signed>[];
}

/** In the order of the document, then who was added, then who only signed. */
export function crewFrom<Entry extends NamedPerson, Signed extends Answer>(
  personnel: readonly Entry[],
  records: readonly CrewRecord[],
  signoffs: readonly Signed[],
): Crew<Entry, Signed> {
  const named = namedIn(personnel).map((person) => ({ ...person, addition: null, addedBy: [] }));
  const added = addedTo(named, records).map((person) => ({ ...person, entries: [] }));
  const known = withGone<Entry>(counted([...named, ...added], describedBy), records);
  const { expected, others } = matchPeople(known, answersAmong(signoffs));
  const here: OnCrew<Entry, Signed>[] = [];
  const notHere: NotHere<Entry, Signed>[] = [];
  for (const { person: each, own } of expected) {
    const { addedBy, gone, leftAfter: _, ...person } = each;
    const isExpected = person.entries.length > 0 || addedBy.length > 0;
    if (!isExpected && own.length === 0) continue;
    const standing = standingOf(own);
    // Who signed a later version than was known then came back.
    const saidBy = gone.filter((record) => (standing.last_signed_version ?? 0) <= versionAtLeaving(record));
    if (saidBy.length > 0 && standing.state !== 'current')
      notHere.push({ ...person, ...standing, own, saidBy: saidBy.map(({ id }) => id) });
    else here.push({ ...person, ...standing, own, addedBy: own.length > 0 ? [] : addedBy });
  }
  for (const own of others) {
    const [worker] = own.map((each) => each.worker).toSorted((a, b) => unknownOf(a) - unknownOf(b));
    if (!worker) continue;
    const person = personOf(worker, worker.id, worker.language);
    here.push({ ...person, namesake: 0, addition: null, entries: [], addedBy: [], own, ...standingOf(own) });
  }
  return { here, notHere };
}

interface Known<Entry> extends Person, Counted, Added {
  readonly entries: readonly Entry[];
  readonly addedBy: readonly string[];
  readonly gone: readonly CrewRecord[];
  readonly leftAfter?: number;
}

/** With what says that they are not here any more; those whom only that names come last, so that what they signed stays theirs. */
function withGone<Entry>(
  people: readonly Omit<Known<Entry>, 'gone'>[],
  records: readonly CrewRecord[],
): readonly Known<Entry>[] {
  const known: Known<Entry>[] = people.map((person) => ({ ...person, gone: [] }));
  for (const record of bestKnownFirst(records.filter(({ expected }) => !expected))) {
    const said = memberOf(record);
    const i = known.findIndex((person) => isSaidOf(person, said));
    const { gone: others, ...person } = known[i] ?? { ...said, addition: null, entries: [], addedBy: [], gone: [] };
    const all = [...others, record];
    known[i < 0 ? known.length : i] = { ...person, gone: all, leftAfter: Math.max(...all.map(versionAtLeaving)) };
  }
  return known;
}

/** Somebody else of the name, whom an id or an employer tells apart, stays. */
function isSaidOf(person: Person & Counted, said: Person & Counted): boolean {
  if (!isSamePerson(person, said)) return false;
  if (person.id !== null && said.id !== null) return true;
  return person.id === said.id && person.namesake === said.namesake && isSameEmployer(person, said);
}

/** The last that they were known to have signed then. */
function versionAtLeaving({ signed_version: version }: CrewRecord): number {
  return version ?? Infinity;
}

/** Everybody to sign, once each. */
export function namedIn<Entry extends NamedPerson>(
  personnel: readonly Entry[],
): (Person & Counted & { readonly entries: readonly Entry[] })[] {
  const people = namedOnce(personnel.filter(isToSign)).flatMap((entries) => {
    const [first] = entries;
    if (!first) return [];
    const { person_id: id } = entries.find(({ person_id }) => person_id) ?? first;
    const { preferred_language: language } = entries.find(({ preferred_language }) => preferred_language) ?? first;
    return [{ ...personOf(first, id, language), entries }];
  });
  return counted(people, ({ name }) => foldedName(name));
}

/** Everybody who was added and is nobody else, with all records that do so. */
function addedTo(
  named: readonly (Person & Counted)[],
  records: readonly CrewRecord[],
): (Person & Added & { readonly addedBy: readonly string[] })[] {
  const found: (Person & Counted & Added & { readonly addedBy: string[] })[] = [];
  for (const record of bestKnownFirst(records.filter(({ expected }) => expected))) {
    const member = memberOf(record);
    if (named.some((each) => isSame(each, member))) continue;
    const known = found.find((each) => isSame(each, member));
    if (known) known.addedBy.push(record.id);
    else found.push({ ...member, addition: record.id, addedBy: [record.id] });
  }
  return found;
}

/** In one order, wherever they are counted. */
function bestKnownFirst(records: readonly CrewRecord[]): readonly CrewRecord[] {
  const key = (record: CrewRecord): string =>
    `${unknownOf({ ...record, id: record.worker_id })} ${foldedName(record.name)} ${record.namesake} ${record.id}`;
  return records.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Who is added in a name and an employer that are there is the one who is there: of two people who add them, neither knew of the other. */
function isSame(a: Person & Counted, b: Person & Counted): boolean {
  if (!isSamePerson(a, b)) return false;
  return (a.id !== null && b.id !== null) || isSameEmployer(a, b) || a.namesake === b.namesake;
}

function counted<Each>(people: readonly Each[], keyOf: (person: Each) => string): (Each & Counted)[] {
  const counts = new Map<string, number>();
  return people.map((person) => {
    const key = keyOf(person);
    const namesake = counts.get(key) ?? 0;
    counts.set(key, namesake + 1);
    return { ...person, namesake };
  });
}

/** The same for people whom nothing tells apart but their order. */
function describedBy({ id, name, employer_name: employer }: Person): string {
  return canonical([id?.toLowerCase() ?? '', foldedName(name), foldedName(employer ?? '')]);
}

function memberOf(record: CrewRecord): Person & Counted {
  return { ...personOf(record, record.worker_id, record.preferred_language), namesake: record.namesake };
}

function personOf(
  { name, employer_name = null, trade = null }: Described,
  id: string | null = null,
  language: string | null = null,
): Person {
  return { id: id || null, name, employer_name, trade, language };
}
