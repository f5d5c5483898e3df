/** Who has signed the printed version, who only an older one, and who none. */
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { foldedName } from '../../../../shared/model/person-name.ts';
import { type Counted, crewFrom, isToSign, type NamedPerson } from '../../../../shared/resources/signoff/crew.ts';
import type { Answer } from '../../../../shared/resources/signoff/standing.ts';
import type { ExportInput } from '../../input.ts';
import { numberOf, objectOf, objectsOf, plain, textOf } from '../read.ts';
import { counts } from './signoff-validity.ts';

/** `older`: to be briefed again, because only an older version was signed. */
type Standing = 'signed' | 'older' | 'never';

export interface Person {
  readonly name: string;
  readonly employer: string;
  readonly role: string;
  readonly standing: Standing;
  /** The sign-off that the standing rests on, or the last that does not count. */
  readonly last: JsonObject | null;
  /** The person as the document names them, once for each role; empty for crew whom only a sign-off names. */
  readonly entries: readonly JsonObject[];
  /** Whether somebody of the crew is to sign what is printed: named as such or added, and still here. */
  readonly isAwaited: boolean;
  readonly isGone: boolean;
}

/** People named in the document, then those of the crew whom only a sign-off names. `signoffs` are in the order of time. */
export function peopleOf({ version, content, signoffs, crew = [] }: ExportInput): readonly Person[] {
  const entries = objectsOf(content['personnel']);
  const named = entries.map((entry) => ({ entry, ...entry, id: entry['person_id'] }));
  const { here, notHere } = crewFrom(entries.map(namedPerson), crew, signoffs.map(answerOf));
  const added = here
    .filter(({ addedBy }) => addedBy.length > 0)
    .map(({ id, name, employer_name, trade, namesake }) => ({ entry: null, id, name, employer_name, trade, namesake }));
  const signed = signoffs.map(({ worker }) => ({ entry: null, ...objectOf(worker), id: objectOf(worker)['id'] }));
  const found = new Map<string, Mutable>();
  for (const { entry, id, ...held } of [...named, ...added, ...signed] as readonly Named[]) {
    const keys = keysOf(id, held['name'], held['namesake']);
    const known = keys.map((key) => found.get(key)).find(Boolean);
    const person = known ?? {
      name: textOf(held['name']),
      employer: plain(held['employer_name']),
      role: plain(held['role']) || plain(held['trade']),
      entries: [],
      signoffs: new Set(),
    };
    if (entry) person.entries.push(entry);
    for (const key of keys.length > 0 ? keys : [`entry ${found.size}`]) found.set(key, person);
  }
  for (const signoff of signoffs) {
    const worker = objectOf(signoff['worker']);
    keysOf(worker['id'], worker['name'])
      .map((key) => found.get(key))
      .find(Boolean)
      ?.signoffs.add(signoff);
  }
  const rowsOf = (among: readonly Counted[]) =>
    new Set(among.flatMap(({ id, name, namesake }) => keysOf(id, name, namesake)).map((key) => found.get(key)));
  // Namesakes whom no id tells apart share a row: it stays while one of them is here.
  const gone = rowsOf(notHere).difference(rowsOf(here.map((each) => ({ ...each, namesake: 0 }))));
  return [...new Set(found.values())].map((person) => {
    const { standing, last } = standingOf([...person.signoffs], version);
    const isGone = gone.has(person) && standing !== 'signed';
    const isOfCrew = person.entries.length === 0 || person.entries.some((entry) => isToSign(namedPerson(entry)));
    return { ...person, standing, last, isGone, isAwaited: isOfCrew && !isGone };
  });
}

function namedPerson(entry: JsonObject): NamedPerson {
  return {
    person_id: plain(entry['person_id']) || null,
    person_type: plain(entry['person_type']),
    role: plain(entry['role']),
    name: plain(entry['name']),
    employer_name: plain(entry['employer_name']) || null,
    trade: plain(entry['trade']) || null,
  };
}

function answerOf(signoff: JsonObject): Answer {
  const { id, name, ...worker } = objectOf(signoff['worker']);
  return {
    worker: { ...worker, id: plain(id) || null, name: plain(name), employer_name: plain(worker['employer_name']) },
    status: plain(signoff['status']) || 'recorded',
    // What is printed may be an older version: who has signed it is decided below.
    isCurrent: false,
    version: numberOf(signoff['document_version']),
    at: null,
  };
}

/** By which somebody is found; a second person of a name has a key of their own. */
function keysOf(id: Json | undefined, name: Json | undefined, namesake?: Json): string[] {
  const folded = foldedName(plain(name));
  const which = namesake ? ` ${plain(namesake)}` : '';
  return [plain(id) && `id ${plain(id)}`, folded && `name ${folded}${which}`].filter(Boolean);
}

type Named = JsonObject & { readonly entry: JsonObject | null };

interface Mutable {
  readonly name: string;
  readonly employer: string;
  readonly role: string;
  readonly entries: JsonObject[];
  readonly signoffs: Set<JsonObject>;
}

function standingOf(own: readonly JsonObject[], version: number | null): Pick<Person, 'standing' | 'last'> {
  const counted = own.filter(counts);
  // A signature counts on over minor changes.
  const current = counted.findLast(
    ({ document_version: signed, currency }) =>
      numberOf(signed) === version || (version !== null && currency === 'current'),
  );
  if (current) return { standing: 'signed', last: current };
  const older = counted.at(-1);
  return older ? { standing: 'older', last: older } : { standing: 'never', last: own.at(-1) ?? null };
}
