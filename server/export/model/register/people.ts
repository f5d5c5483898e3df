/** Who has signed the printed version, who only an older one, and who none. */
import type { JsonObject } from '../../../../shared/base/json.ts';
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
}

/** People named in the document, then those of the crew whom only a sign-off names. `signoffs` are in the order of time. */
export function peopleOf({ version, content, signoffs }: ExportInput): readonly Person[] {
  const named = objectsOf(content['personnel']).map((entry) => ({ entry, ...entry, id: entry['person_id'] }));
  const crew = signoffs.map(({ worker }) => ({ entry: null, ...objectOf(worker), id: objectOf(worker)['id'] }));
  const found = new Map<string, Mutable>();
  for (const { entry, id, ...held } of [...named, ...crew] as readonly Named[]) {
    const keys = [plain(id) && `id ${plain(id)}`, plain(held['name']) && `name ${plain(held['name'])}`].filter(Boolean);
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
    (found.get(`id ${plain(worker['id'])}`) ?? found.get(`name ${plain(worker['name'])}`))?.signoffs.add(signoff);
  }
  return [...new Set(found.values())].map((person) => ({ ...person, ...standingOf([...person.signoffs], version) }));
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
  const current = counted.findLast((signoff) => numberOf(signoff['document_version']) === version);
  if (current) return { standing: 'signed', last: current };
  const older = counted.at(-1);
  return older ? { standing: 'older', last: older } : { standing: 'never', last: own.at(-1) ?? null };
}
